"use client";
import { useFavourites } from "@/components/places/use-favourites";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import { groupBy } from "@/lib/base/core/group-by";
import { comparePaths } from "@/lib/base/core/natural-order";
import { nameOf, nameWithParent, parentOf } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import type { Job } from "@/lib/farm/jobs/contract";
import { earlierJobs } from "@/lib/farm/jobs/rules";
import type { CompareContext } from "./use-compare-controls";
import { compareAddress, MAX_COMPARED } from "./view";

const MAX_SUGGESTIONS = 3;
const SEVERITIES = ["high", "medium", "low", "plain"] as const;

/** Shown until something is chosen: suggestions, and a button that opens the picker. */
export function NothingChosen(props: CompareContext & { onPick: () => void }) {
  const words = useWords();
  const { t } = words;
  const { controls, areas, jobs } = props;
  const { paths } = useFavourites();
  const isOfAreas = controls.state.what === "areas";
  const suggestions = isOfAreas ? areaSuggestions(words, areas, paths) : jobSuggestions(words, jobs);
  const isNothing = (isOfAreas ? areas : jobs).length === 0;
  const none = isOfAreas ? t("compare.nothing.noAreas") : t("compare.nothing.noJobs");
  return (
    <Panel label={t("compare.nothing.label")}>
      <h2 className="sr-only">{t("compare.head.what")}</h2>
      <EmptyState
        icon="compare"
        title={isNothing ? none : t("compare.nothing.none")}
        actions={
          !isNothing && (
            <Button variant="primary" icon="plus" onClick={props.onPick}>
              {isOfAreas ? t("compare.nothing.chooseAreas") : t("compare.nothing.chooseJobs")}
            </Button>
          )
        }
      >
        {isNothing && t("compare.nothing.withReadings")}
        {!isNothing && (isOfAreas ? t("compare.nothing.upToAreas") : t("compare.nothing.upToJobs"))}
      </EmptyState>
      {suggestions.length > 0 && (
        <ul aria-label={t("compare.nothing.suggestions")} className="border-t border-hairline">
          {suggestions.map(({ title, names, address }) => (
            <li
              key={address}
              className="relative flex min-h-13 items-center gap-3 border-b border-hairline px-8 py-2 last:border-b-0 hover:bg-hover max-sm:px-4"
            >
              <Icon name="compare" className="size-4 shrink-0 text-ink-3" />
              <div className="min-w-0">
                <Link href={address} className="covers font-medium wrap-anywhere text-accent">
                  {title}
                </Link>
                <p className="line-clamp-3 text-sm wrap-anywhere text-ink-3" title={names}>
                  {names}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Suggestion = { title: string; names: string; address: string };

/** Favourites with their siblings, then the areas with the worst alerts, then the first areas with readings. */
function areaSuggestions(
  words: Words,
  areas: readonly AreaOverview[],
  favourites: readonly string[],
): Suggestion[] {
  const { t } = words;
  const known = new Set(areas.map(({ path }) => path));
  const beside = favourites
    .filter((path) => known.has(path))
    .map((path) => ({
      title: t("compare.nothing.beside", { name: nameOf(path) || t("ui.noName") }),
      paths: siblings(areas, path),
    }))
    .filter(({ paths }) => paths.length > 1);
  const worst = worstAreas(areas);
  const all = [
    ...beside.slice(0, MAX_SUGGESTIONS - 1),
    ...(worst.length > 1
      ? [{ title: t("compare.nothing.worst", { count: worst.length }), paths: worst }]
      : []),
    ...firstSiblings(words, areas),
  ];
  return all.slice(0, MAX_SUGGESTIONS).map(({ title, paths }) => ({
    title,
    names: paths.map(nameWithParent).join("; "),
    address: compareAddress({ what: "areas", area: paths }),
  }));
}

/** An area, then its siblings in natural order. */
function siblings(areas: readonly AreaOverview[], path: string): string[] {
  const others = areas
    .filter((area) => area.parent === parentOf(path) && area.path !== path)
    .map((area) => area.path)
    .toSorted(comparePaths);
  return [path, ...others].slice(0, MAX_COMPARED);
}

/** At most four areas with their own readings and open alerts, worst first. */
function worstAreas(areas: readonly AreaOverview[]): string[] {
  const worse = (a: AreaOverview, b: AreaOverview) =>
    SEVERITIES.map((level) => b.severities[level] - a.severities[level]).find((by) => by !== 0) ??
    comparePaths(a.path, b.path);
  return areas
    .filter((area) => area.hasReadings && area.openAlerts > 0)
    .toSorted(worse)
    .slice(0, 4)
    .map(({ path }) => path);
}

/** The children of the first parent that has several with readings. */
function firstSiblings({ t }: Words, areas: readonly AreaOverview[]): { title: string; paths: string[] }[] {
  const byParent = groupBy(
    areas.filter((area) => area.hasReadings && area.parent !== null),
    (area) => area.parent ?? "",
  );
  const [first] = [...byParent].filter(([, own]) => own.length > 1).sort(([a], [b]) => comparePaths(a, b));
  if (!first) return [];
  const [parent, own] = first;
  const paths = own.map(({ path }) => path).toSorted(comparePaths);
  const title = t("compare.nothing.areasOf", { name: nameOf(parent) || t("ui.noName") });
  return [{ title, paths: paths.slice(0, MAX_COMPARED) }];
}

/** Each current job with the earlier jobs in its areas, then all current jobs. */
function jobSuggestions({ t }: Words, jobs: readonly Job[]): Suggestion[] {
  const current = jobs.filter((job) => job.current && job.jobId !== "");
  const withPast = current
    .map((job) => ({
      title: t("compare.nothing.before", { name: job.name }),
      own: [job, ...earlierJobs(job, jobs)],
    }))
    .filter(({ own }) => own.length > 1)
    .slice(0, MAX_SUGGESTIONS - 1);
  const allCurrent = current.length > 1 ? [{ title: t("compare.nothing.current"), own: current }] : [];
  return [...withPast, ...allCurrent].map(({ title, own }) => {
    const names = own.slice(0, MAX_COMPARED).map(({ jobId }) => jobId);
    return {
      title,
      names: own
        .slice(0, MAX_COMPARED)
        .map(({ name }) => name)
        .join("; "),
      address: compareAddress({ what: "jobs", by: "crop", job: names }),
    };
  });
}
