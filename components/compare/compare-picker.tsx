"use client";
import { useMemo, useState } from "react";
import { AreaTicks } from "@/components/places/area-dialog";
import { ChipsField } from "@/components/places/chips-field";
import { useOpenPaths } from "@/components/places/use-tree-rows";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useWords } from "@/components/words/words";
import { comparePaths } from "@/lib/base/core/natural-order";
import { displayPath, withAncestors } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { buildTree, visibleRows } from "@/lib/farm/areas/tree";
import { jobSearchText } from "@/lib/farm/jobs/rules";
import { jobAgeWords } from "./comparison-words";
import type { CompareContext } from "./use-compare-controls";
import { MAX_COMPARED } from "./view";

const MAX_OFFERED = 50;

type Offer = {
  id: string;
  label: string;
  hint?: string;
  /** What typed words are looked for in; the label, where there is no more. */
  sought?: string;
};

/** Chooses up to six areas or jobs by typing a part of their name; areas also by ticking them in the tree. */
export function ComparePicker(props: CompareContext & { kind: "area" | "job"; onClose: () => void }) {
  const words = useWords();
  const { t } = words;
  const { kind, controls, areas, jobs, onClose } = props;
  const [names, setNames] = useState<string[]>(controls.chosen);
  const [seventhName, setSeventh] = useState<string | null>(null);
  const offers: Offer[] =
    kind === "area"
      ? areas
          .map(({ path }) => ({ id: path, label: displayPath(path) }))
          .sort((a, b) => comparePaths(a.id, b.id))
      : jobs
          .filter(({ jobId }) => jobId !== "")
          .map((job) => ({
            ...{ id: job.jobId, label: job.name, hint: jobAgeWords(words, job), sought: jobSearchText(job) },
          }));
  const show =
    kind === "area" ? displayPath : (jobId: string) => jobs.find((job) => job.jobId === jobId)?.name ?? jobId;
  const change = (next: string[]) => {
    const seventh = next.length > MAX_COMPARED ? next.at(-1) : undefined;
    setSeventh(seventh ?? null);
    if (seventh === undefined) setNames(next);
  };
  const counts = { count: names.length, most: MAX_COMPARED };
  const confirm = () => {
    controls.choose(names);
    onClose();
  };
  return (
    <Dialog
      wide
      isOpen
      title={kind === "area" ? t("compare.picker.titleAreas") : t("compare.picker.titleJobs")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("compare.picker.cancel")}</Button>
          <Button variant="primary" onClick={confirm}>
            {t("compare.picker.confirm")}
          </Button>
        </>
      }
    >
      <div className={kind === "area" ? undefined : "min-h-90"}>
        <ChipsField
          label={kind === "area" ? t("compare.picker.areas") : t("compare.picker.jobs")}
          help={
            kind === "area" ? t("compare.picker.helpAreas", counts) : t("compare.picker.helpJobs", counts)
          }
          error={seventhName === null ? undefined : t("compare.picker.seventh", { name: show(seventhName) })}
          chosen={names}
          onChange={change}
          show={show}
          placeholder={kind === "area" ? t("compare.picker.typeName") : t("compare.picker.typeNameOrPlace")}
          suggest={(typed) => matching(words, offers, names, typed)}
        />
        {kind === "area" && (
          <AreaTree
            areas={areas}
            chosen={names}
            onToggle={(path) =>
              change(names.includes(path) ? names.filter((one) => one !== path) : [...names, path])
            }
          />
        )}
      </div>
    </Dialog>
  );
}

/** The tree of all areas, expanded down to the chosen ones. */
function AreaTree(props: {
  areas: readonly AreaOverview[];
  chosen: readonly string[];
  onToggle: (path: string) => void;
}) {
  const { t } = useWords();
  const { areas, chosen } = props;
  const tree = useMemo(() => buildTree(areas), [areas]);
  const { open, setOpen } = useOpenPaths(() => initiallyOpen(tree.roots, chosen));
  const rows = useMemo(() => visibleRows(tree.roots, (path) => open.has(path)), [tree, open]);
  return (
    <div className="mt-3">
      <p className="mb-1.5 text-sm font-medium">{t("compare.picker.tree")}</p>
      <AreaTicks alone rows={rows} chosen={chosen} setOpen={setOpen} onToggle={props.onToggle} />
    </div>
  );
}

/** The ancestors of the chosen areas, and the root where there is only one. */
function initiallyOpen(roots: readonly { path: string }[], chosen: readonly string[]): string[] {
  const above = chosen.flatMap((path) => withAncestors(path).slice(0, -1));
  return [...above, ...(roots.length === 1 ? roots.map(({ path }) => path) : [])];
}

/** Unchosen offers that contain every typed word; those with the words in the typed order come first. */
function matching({ t }: Words, offers: readonly Offer[], chosen: readonly string[], typed: string) {
  const parts = splitWords(typed);
  const fits = offers.filter(({ id, label, sought = label }) => {
    const text = sought.toLocaleLowerCase();
    return !chosen.includes(id) && parts.every((part) => text.includes(part));
  });
  const isInOrder = ({ label }: Offer) => splitWords(label).join(" ").includes(parts.join(" "));
  const ordered = [...fits.filter(isInOrder), ...fits.filter((offer) => !isInOrder(offer))];
  const left = fits.length - MAX_OFFERED;
  return {
    offered: ordered.slice(0, MAX_OFFERED),
    more: left > 0 ? t("compare.picker.more", { count: left }) : undefined,
  };
}

const splitWords = (text: string) =>
  text
    .toLocaleLowerCase()
    .split(/[\s#›]+/)
    .filter(Boolean);
