"use client";
import { useMemo, useState } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { areasOverview } from "@/lib/areas/contract";
import { comparePaths } from "@/lib/core/natural-order";
import { formatCount } from "@/lib/core/numbers";
import { displayPath, isWithin } from "@/lib/core/paths";
import { AreaDialog } from "./area-dialog";
import { ChipsField } from "./chips-field";

const MOST_OFFERED = 50;

/** All areas of the tenancy, in natural order. */
export function useAreas() {
  const tenant = useTenant();
  const { data } = useEndpoint(areasOverview, { query: { tenant } }, { enabled: tenant !== undefined });
  return useMemo(() => data?.items.toSorted((a, b) => comparePaths(a.path, b.path)) ?? [], [data]);
}

export type Areas = ReturnType<typeof useAreas>;

/** How many areas with readings of their own lie within the chosen ones; all where none is chosen. */
export function areasWithin(areas: Areas, chosen: readonly string[]): number {
  const measuring = areas.filter((area) => area.hasReadings);
  if (chosen.length === 0) return measuring.length;
  return measuring.filter((area) => chosen.some((path) => isWithin(area.path, path))).length;
}

type Props = { areas: Areas; chosen: string[]; onChange: (chosen: string[]) => void; error?: string };

/** `none`: what it means that none is chosen; `unknown`: what is said while no area is known. */
type Words = { none?: string; unknown?: string };

const UNKNOWN = "No area is known yet: type a path as the service writes it, or leave it empty for all.";

/** The control areas of a query: found by typing in all areas, or ticked on the tree; each with all below it. */
export function AreaField({
  areas,
  chosen,
  onChange,
  error,
  none = "all areas",
  unknown = UNKNOWN,
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
        help={areas.length === 0 ? unknown : countWords(areas, chosen)}
        error={error}
        chosen={chosen}
        onChange={onChange}
        show={displayPath}
        placeholder={chosen.length > 0 ? "Add an area" : `${none.charAt(0).toUpperCase()}${none.slice(1)}`}
        suggest={(typed) => fitting(areas, chosen, typed)}
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

/** The control areas of something that is somewhere: known ones only, found by typing. */
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
      suggest={(typed) => known(areas, fitting(areas, chosen, typed))}
    />
  );
}

/** What is offered only because it was typed is left out. */
function known(areas: Areas, { offered, more }: ReturnType<typeof fitting>) {
  const paths = new Set(areas.map(({ path }) => path));
  return { offered: offered.filter(({ id }) => paths.has(id)), more };
}

function countWords(areas: Areas, chosen: string[]): string | undefined {
  const count = areasWithin(areas, chosen);
  if (count === 0) return "No readings from there have come yet.";
  return `${count === 1 ? "1 area" : `${formatCount(count)} areas`} with readings`;
}

/** Areas whose path holds every word typed; what fits none can be taken as typed. */
function fitting(areas: Areas, chosen: string[], typed: string) {
  const words = typed
    .toLocaleLowerCase()
    .split(/[\s#›]+/)
    .filter(Boolean);
  const fits = areas.filter(({ path }) => {
    const text = path.toLocaleLowerCase();
    return !chosen.includes(path) && words.every((word) => text.includes(word));
  });
  const offered = fits.slice(0, MOST_OFFERED).map(({ path }) => ({ id: path, label: displayPath(path) }));
  if (fits.length === 0 && words.length > 0) {
    const path = pathOf(typed);
    return { offered: [{ id: path, label: displayPath(path), hint: "as typed" }] };
  }
  const left = fits.length - offered.length;
  return { offered, more: left > 0 ? `${formatCount(left)} more: type a part of the name` : undefined };
}

const pathOf = (typed: string) => typed.trim().replaceAll(/\s*›\s*/g, "#");
