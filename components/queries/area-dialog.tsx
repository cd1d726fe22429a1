"use client";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SearchField } from "@/components/ui/field";
import { formatCount } from "@/lib/base/core/numbers";
import { withAncestors } from "@/lib/base/core/paths";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { buildTree, visibleRows } from "@/lib/farm/areas/tree";
import { toggled } from "@/lib/history/queries/area-choice";
import { AreaTicks } from "./area-ticks";

type Props = {
  areas: readonly AreaOverview[];
  initial: readonly string[];
  /** Only one may be ticked. */
  single?: boolean;
  /** What it means that nothing is ticked. */
  none?: string;
  onTake: (chosen: string[]) => void;
  onClose: () => void;
};

/** Control areas, ticked on the tree: an area with all below it. In a query nothing ticked is all. */
export function AreaDialog({ areas, initial, single = false, none = "all areas", onTake, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(initial);
  const [wanted, setWanted] = useState("");
  const tree = useMemo(() => buildTree(areas), [areas]);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set([
        ...tree.roots.map(({ path }) => path),
        ...initial.flatMap((path) => withAncestors(path).slice(0, -1)),
      ]),
  );
  const rows = useMemo(() => {
    const text = wanted.trim().toLocaleLowerCase();
    if (text === "") return visibleRows(tree, (path) => open.has(path));
    const fitting = areas.filter(({ name }) => name.toLocaleLowerCase().includes(text));
    return visibleRows(buildTree(fitting), () => true);
  }, [areas, tree, open, wanted]);
  const childrenOf = (path: string) => tree.byPath.get(path)?.children.map((child) => child.path) ?? [];
  const setOpened = (path: string, opened: boolean) =>
    setOpen((before) => new Set(opened ? [...before, path] : [...before].filter((one) => one !== path)));
  return (
    <Dialog
      wide
      isOpen
      title={single ? "Control area" : "Control areas"}
      onClose={onClose}
      actions={
        <>
          <span role="status" className="flex-1 text-sm text-ink-2 max-sm:basis-full">
            {countWords(chosen.length, none)}
          </span>
          <Button variant="quiet" disabled={chosen.length === 0} onClick={() => setChosen([])}>
            {single ? "Untick" : "Untick all"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onTake([...chosen])}>
            {single ? "Take it" : "Take these"}
          </Button>
        </>
      }
    >
      <SearchField
        label={`Find in ${formatCount(areas.length)} areas`}
        icon="filter"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <p className="my-2 text-sm text-ink-3">
        A tick takes in all areas below. Areas that come later come with it.
      </p>
      <AreaTicks
        key={wanted === "" ? "tree" : "found"}
        rows={rows}
        chosen={chosen}
        setOpen={setOpened}
        onToggle={(path) =>
          setChosen((before) => (single ? onlyOne(path, before) : toggled(path, before, childrenOf)))
        }
      />
      {rows.length === 0 && <p className="px-1 text-sm text-ink-3">No area has “{wanted}” in its name.</p>}
    </Dialog>
  );
}

const onlyOne = (path: string, before: readonly string[]) => (before.includes(path) ? [] : [path]);

function countWords(count: number, none: string): string {
  if (count === 0) return `None ticked: ${none}`;
  return count === 1 ? "1 ticked, with all below it" : `${formatCount(count)} ticked, each with all below it`;
}
