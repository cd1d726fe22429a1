"use client";
import { useMemo, useState } from "react";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { comparePaths } from "@/lib/base/core/natural-order";
import { formatCount } from "@/lib/base/core/numbers";
import { displayPath, isWithin } from "@/lib/base/core/paths";
import { areasOverview } from "@/lib/farm/areas/contract";
import { alsoBegun } from "@/lib/history/queries/area-choice";
import { areaWords } from "@/lib/history/queries/words";
import { AreaDialog } from "./area-dialog";
import { ChipsField } from "./chips-field";

const MAX_OFFERED = 50;

/** All areas of the tenancy, in natural order. */
export function useAreas() {
  const tenant = useTenant();
  const { data } = useEndpoint(areasOverview, { query: { tenant } }, { enabled: tenant !== undefined });
  return useMemo(() => data?.items.toSorted((a, b) => comparePaths(a.path, b.path)) ?? [], [data]);
}

export type Areas = ReturnType<typeof useAreas>;

/** Counts areas with readings of their own within the chosen ones; all if none is chosen. */
export function countWithin(areas: Areas, chosen: readonly string[]): number {
  const measuring = areas.filter((area) => area.hasReadings);
  if (chosen.length === 0) return measuring.length;
  return measuring.filter((area) => chosen.some((path) => isWithin(area.path, path))).length;
}

/** Counts those that a query of these areas returns: the service matches prefixes of paths. */
export function countByPrefix(areas: Areas, chosen: readonly string[]): number {
  const measuring = areas.filter((area) => area.hasReadings);
  if (chosen.length === 0) return measuring.length;
  return measuring.filter((area) => chosen.some((start) => area.path.startsWith(start))).length;
}

type Props = { areas: Areas; chosen: string[]; onChange: (chosen: string[]) => void; error?: string };

type Words = {
  /** What an empty choice means. */
  none?: string;
  /** Shown while no area is known. */
  unknown?: string;
  /** The service matches prefixes of paths, so that a part of a path is a valid choice. */
  byStart?: boolean;
};

const UNKNOWN = "No area is known yet: type a path as the service writes it, or leave it empty for all.";

/** The control areas of a query, found by typing or ticked in the tree; each includes all below it. */
export function AreaField({
  areas,
  chosen,
  onChange,
  error,
  none = "all areas",
  unknown = UNKNOWN,
  byStart = false,
}: Props & Words) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="relative">
      <ChipsField
        label={
          <>
            Control areas{" "}
            <span className="font-normal text-ink-3 max-sm:sr-only">each with all below it</span>
          </>
        }
        help={areas.length === 0 ? unknown : byStart ? prefixWords(areas, chosen) : countWords(areas, chosen)}
        error={error}
        chosen={chosen}
        onChange={onChange}
        show={displayPath}
        placeholder={chosen.length > 0 ? "Add an area" : `${none.charAt(0).toUpperCase()}${none.slice(1)}`}
        suggest={(typed) => withTypedPrefix(matchingAreas(areas, chosen, typed), byStart ? typed : "", areas)}
      />
      {areas.length > 0 && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="absolute -top-px right-0 -mr-1 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:-top-3 touch:min-h-target"
        >
          Choose on the tree
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
  return (
    <ChipsField
      label="Control areas"
      help="Each takes in all areas below it"
      error={error}
      chosen={chosen}
      onChange={onChange}
      show={displayPath}
      placeholder="Type a part of the name"
      suggest={(typed) => known(areas, matchingAreas(areas, chosen, typed))}
    />
  );
}

/** Drops suggestions that merely repeat the typed text. */
function known(areas: Areas, { offered, more }: ReturnType<typeof matchingAreas>) {
  const paths = new Set(areas.map(({ path }) => path));
  return { offered: offered.filter(({ id }) => paths.has(id)), more };
}

const NO_READINGS = "No readings from there have come yet.";
const countOf = (count: number) => `${count === 1 ? "1 area" : `${formatCount(count)} areas`} with readings`;

function countWords(areas: Areas, chosen: string[]): string {
  const count = countWithin(areas, chosen);
  return count === 0 ? NO_READINGS : countOf(count);
}

/** The same for a query, with the areas it returns that were not chosen. */
function prefixWords(areas: Areas, chosen: string[]): string {
  const count = countByPrefix(areas, chosen);
  if (count === 0) return NO_READINGS;
  const also = alsoBegun(
    areas.map(({ path }) => path),
    chosen,
  );
  if (also.length === 0) return countOf(count);
  return `${countOf(count)}, ${areaWords(also)} among them: the service goes by the beginning of a path`;
}

/** Offers the typed text itself if some paths begin with it. */
function withTypedPrefix<Found extends { offered: { id: string; label: string; hint?: string }[] }>(
  found: Found,
  typed: string,
  areas: Areas,
): Found {
  const start = pathOf(typed);
  const begins = areas.filter(({ path }) => path.startsWith(start));
  if (start === "" || begins.length === 0 || begins.some(({ path }) => path === start)) return found;
  const hint = `as typed: begins ${begins.length === 1 ? "1 path" : `${formatCount(begins.length)} paths`}`;
  return { ...found, offered: [...found.offered, { id: start, label: displayPath(start), hint }] };
}

/** Areas whose path contains every typed word; without any, the typed text itself. */
function matchingAreas(areas: Areas, chosen: string[], typed: string) {
  const words = typed
    .toLocaleLowerCase()
    .split(/[\s#›]+/)
    .filter(Boolean);
  const fits = areas.filter(({ path }) => {
    const text = path.toLocaleLowerCase();
    return !chosen.includes(path) && words.every((word) => text.includes(word));
  });
  const offered = fits.slice(0, MAX_OFFERED).map(({ path }) => ({ id: path, label: displayPath(path) }));
  if (fits.length === 0 && words.length > 0) {
    const path = pathOf(typed);
    return { offered: [{ id: path, label: displayPath(path), hint: "as typed" }] };
  }
  const left = fits.length - offered.length;
  return { offered, more: left > 0 ? `${formatCount(left)} more: type a part of the name` : undefined };
}

const pathOf = (typed: string) => typed.trim().replaceAll(/\s*›\s*/g, "#");
