"use client";
import { useMemo, useState } from "react";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { comparePaths } from "@/lib/base/core/natural-order";
import { displayPath, isWithin } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import { areasOverview } from "@/lib/farm/areas/contract";
import { alsoBegun } from "@/lib/history/queries/area-choice";
import { areaWords } from "@/lib/history/queries/words";
import { AreaDialog } from "./area-dialog";
import { ChipsField } from "./chips-field";

const MAX_OFFERED = 50;

/** All areas of the page's tenancy, or of another one, in natural order. */
export function useAreas(tenantId?: string) {
  const own = useTenant();
  const tenant = tenantId ?? own;
  const { data } = useEndpoint(areasOverview, { query: { tenant } }, { enabled: tenant !== undefined });
  return useMemo(() => data?.items.toSorted((a, b) => comparePaths(a.path, b.path)) ?? [], [data]);
}

export type Areas = ReturnType<typeof useAreas>;

/** Counts areas with readings of their own at or below the chosen ones; all if none is chosen. */
export const countWithin = (areas: Areas, chosen: readonly string[]) =>
  countMeasuring(areas, chosen, isWithin);

/** Counts those that a query of these areas returns: the service matches prefixes of paths. */
export const countByPrefix = (areas: Areas, chosen: readonly string[]) =>
  countMeasuring(areas, chosen, (path, start) => path.startsWith(start));

function countMeasuring(areas: Areas, chosen: readonly string[], matches: typeof isWithin): number {
  const measuring = areas.filter((area) => area.hasReadings);
  if (chosen.length === 0) return measuring.length;
  return measuring.filter((area) => chosen.some((one) => matches(area.path, one))).length;
}

type Props = { areas: Areas; chosen: string[]; onChange: (chosen: string[]) => void; error?: string };

/** The control areas of a query, found by typing or ticked in the tree; each includes all below it. */
export function AreaField({
  areas,
  chosen,
  onChange,
  error,
  none: ownNone,
  unknown,
  byStart = false,
}: Props & {
  /** Text for an empty choice. */
  none?: string;
  /** Shown while no area is known. */
  unknown?: string;
  /** The service matches prefixes of paths, so that a part of a path is a valid choice. */
  byStart?: boolean;
}) {
  const words = useWords();
  const { t } = words;
  const none = ownNone ?? t("places.field.allAreas");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="relative">
      <ChipsField
        label={rich(words, "places.field.label", {
          note: <span className="font-normal text-ink-3 max-sm:sr-only" />,
        })}
        help={
          areas.length === 0
            ? (unknown ?? t("places.field.unknown"))
            : byStart
              ? prefixWords(words, areas, chosen)
              : countWords(words, areas, chosen)
        }
        error={error}
        chosen={chosen}
        onChange={onChange}
        show={displayPath}
        placeholder={
          chosen.length > 0 ? t("places.field.add") : `${none.charAt(0).toUpperCase()}${none.slice(1)}`
        }
        suggest={(typed) =>
          withTyped(words, matchingAreas(words, areas, chosen, typed), typed, areas, byStart)
        }
      />
      {areas.length > 0 && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="absolute -top-px right-0 -mr-1 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:-top-3 touch:min-h-target"
        >
          {t("places.field.openTree")}
        </button>
      )}
      {isOpen && (
        <AreaDialog
          areas={areas}
          initial={chosen}
          none={none}
          onClose={() => setOpen(false)}
          onTake={(taken) => {
            onChange(taken);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

/** Known control areas only, found by typing. */
export function AreaChoice({ areas, chosen, onChange, error }: Props) {
  const words = useWords();
  return (
    <ChipsField
      label={words.t("places.field.title")}
      help={words.t("places.field.help")}
      error={error}
      chosen={chosen}
      onChange={onChange}
      show={displayPath}
      placeholder={words.t("places.field.typeName")}
      suggest={(typed) => matchingAreas(words, areas, chosen, typed)}
    />
  );
}

function countWords({ t }: Words, areas: Areas, chosen: string[]): string {
  const count = countWithin(areas, chosen);
  return count === 0 ? t("places.field.noReadings") : t("places.field.count", { count });
}

/** The same for a query, with the areas it returns that were not chosen. */
function prefixWords(words: Words, areas: Areas, chosen: string[]): string {
  const count = countByPrefix(areas, chosen);
  if (count === 0) return words.t("places.field.noReadings");
  const also = alsoBegun(
    areas.map(({ path }) => path),
    chosen,
  );
  return also.length === 0
    ? words.t("places.field.count", { count })
    : words.t("places.field.countWith", { count, areas: areaWords(words, also) });
}

/** Areas not yet chosen whose path contains every typed word. */
function matchingAreas({ t }: Words, areas: Areas, chosen: string[], typed: string) {
  const parts = typed
    .toLocaleLowerCase()
    .split(/[\s#›]+/)
    .filter(Boolean);
  const matches = areas.filter(({ path }) => {
    const text = path.toLocaleLowerCase();
    return !chosen.includes(path) && parts.every((part) => text.includes(part));
  });
  const left = matches.length - MAX_OFFERED;
  return {
    offered: matches.slice(0, MAX_OFFERED).map(({ path }): Offer => ({ id: path, label: displayPath(path) })),
    more: left > 0 ? t("places.field.more", { count: left }) : undefined,
  };
}

type Offer = { id: string; label: string; hint?: string };

/** Offers the typed text too, if nothing else matches, or if it is a prefix of some paths but none of them. */
function withTyped(
  { t }: Words,
  found: ReturnType<typeof matchingAreas>,
  typed: string,
  areas: Areas,
  byStart: boolean,
): ReturnType<typeof matchingAreas> {
  const path = pathOf(typed);
  const offer = (hint: string) => ({
    ...found,
    offered: [...found.offered, { id: path, label: displayPath(path), hint }],
  });
  if (path === "") return found;
  const begun = byStart ? areas.filter((area) => area.path.startsWith(path)) : [];
  if (begun.length > 0 && begun.every((area) => area.path !== path))
    return offer(t("places.field.asTypedStart", { count: begun.length }));
  const isEmpty = found.offered.length === 0 && /[^\s#›]/.test(typed);
  return isEmpty ? offer(t("places.field.asTyped")) : found;
}

const pathOf = (typed: string) => typed.trim().replaceAll(/\s*›\s*/g, "#");
