"use client";
import { Fragment, lazy, Suspense } from "react";
import { type Hold, NewsBar, Steady, useHold } from "@/components/alerts/use-held-list";
import { ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useAreaState, useIsSilent, useUnknownWords } from "@/components/places/area-state";
import { JobLink } from "@/components/places/job-link";
import { aroundInput, onlyRoot } from "@/components/places/page-inputs";
import { useFavourites } from "@/components/places/use-favourites";
import { PhoneActions, PhoneTitle } from "@/components/shell/phone-header";
import { countsWords } from "@/components/ui/alert-words";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SeverityCounts } from "@/components/ui/severity";
import { SkeletonRows } from "@/components/ui/states";
import { TimeWithAge, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { nameOf, withAncestors } from "@/lib/base/core/paths";
import { noDataWords } from "@/lib/display/freshness/judge";
import { addressOf } from "@/lib/farm/areas/address";
import { type AreaOverview, type AreasOverview, areasOverview } from "@/lib/farm/areas/contract";
import { listJobs } from "@/lib/farm/jobs/contract";
import { cropDayWords } from "@/lib/farm/jobs/rules";
import { AreaCharts } from "./area-charts";
import { LazyPart, WhenNearView } from "./lazy-part";

/** Letters that fit a phone's title bar beside counts and star; a longer name shows in full below it. */
const BAR_NAME = 14;
/** The list beside the charts names all jobs. */
const MAX_NAMED_JOBS = 3;

/** The page of one area; without a path, the only root, or all roots as tiles. */
export function AreaView({
  path,
  isMeasured,
}: {
  path: string | null;
  /** True if the tenancy has measurements of fluorescence. */
  isMeasured: boolean;
}) {
  const { t } = useWords();
  const read = useEndpoint(areasOverview, aroundInput(useTenant(), path), {
    // The data of another area must not stand in for this one.
    placeholderData: undefined,
  });
  const { data, error } = read;
  const hold = useHold();
  if (!data) {
    return error ? <ReadError of={read} /> : <SkeletonRows rows={8} label={t("areas.loading")} />;
  }
  if (data.items.length === 0) return <NoAreas />;
  const shown = path ?? onlyRoot(data.items);
  const item = data.items.find((one) => one.path === shown);
  return (
    <>
      <NewsBar hold={hold} />
      {path === null && (
        <LazyPart>
          <PhoneFavourites hold={hold} items={data.items} />
        </LazyPart>
      )}
      {item ? (
        <OneArea {...{ hold, item, isMeasured }} items={data.items} below={data.below} />
      ) : (
        <LazyPart>
          <Roots hold={hold} items={data.items} total={data.total} path={shown} />
        </LazyPart>
      )}
      {path === null && (
        <LazyPart>
          <PhoneUnplaced counts={data.placeNotKnown} />
        </LazyPart>
      )}
    </>
  );
}

// The charts come first. The server renders the parts below and beside them too, and their code is fetched at once but
// without blocking, because React would drop the server's HTML if new data arrived before the code.
const [tiles, rail, lines] = [import("./area-tiles"), import("./area-rail"), import("./area-lines")];
const actions = import("./area-actions");

const AreaActions = lazy(async () => ({ default: (await actions).AreaActions }));

const AreaTiles = lazy(async () => ({ default: (await tiles).AreaTiles }));

const AreaRail = lazy(async () => ({ default: (await rail).AreaRail }));

const Roots = lazy(async () => ({ default: (await import("./area-roots")).Roots }));

const PhoneCrumbs = lazy(async () => ({ default: (await lines).PhoneCrumbs }));

const PhoneFavourites = lazy(async () => ({ default: (await lines).PhoneFavourites }));

const PhoneUnplaced = lazy(async () => ({ default: (await lines).PhoneUnplaced }));

const NoAreas = lazy(async () => ({ default: (await import("./area-roots")).NoAreas }));

const AreaHeat = lazy(async () => ({ default: (await import("./area-heat")).AreaHeat }));

type Below = AreasOverview["below"];

function OneArea(props: {
  hold: Hold;
  item: AreaOverview;
  items: AreaOverview[];
  below: Below;
  isMeasured: boolean;
}) {
  const { t } = useWords();
  const { hold, item, below } = props;
  return (
    <div className="grid grid-cols-1 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex max-w-360 min-w-0 flex-col gap-4 p-4 lg:p-6">
        <Header hold={hold} item={item} below={below} isMeasured={props.isMeasured} />
        <AreaCharts item={item} benches={below?.withReadings ?? 0} isMeasured={props.isMeasured} />
        <LazyPart>
          <AreaTiles hold={hold} path={item.path} items={props.items} />
        </LazyPart>
        {item.lastReadingAt !== null && (
          <WhenNearView room="min-h-78 max-sm:min-h-99">
            <Suspense>
              <AreaHeat path={item.path} lastReadingAt={item.lastReadingAt} />
            </Suspense>
          </WhenNearView>
        )}
      </div>
      <aside
        aria-label={t("areas.beside")}
        className="border-hairline bg-surface max-xl:border-t xl:border-l"
      >
        <LazyPart>
          <AreaRail hold={hold} item={item} />
        </LazyPart>
      </aside>
    </div>
  );
}

type HeaderFacts = { hold: Hold; item: AreaOverview; below: Below; isMeasured: boolean };

function Header({ hold, item, below, isMeasured }: HeaderFacts) {
  const { t } = useWords();
  const ancestors = withAncestors(item.path).slice(0, -1);
  return (
    <header className="min-w-0">
      <PhoneTitle
        title={item.name || t("ui.noName")}
        parent={item.parent === null ? t("areas.title") : nameOf(item.parent)}
        back={item.parent === null ? "/areas" : addressOf(item.parent)}
      />
      <PhoneActions>
        <SeverityCounts counts={item.severities} className="mr-1 ml-1" />
        <FavouriteStar path={item.path} />
      </PhoneActions>
      {/* Their height stands before they do. */}
      <div className="-mt-3 min-h-target sm:hidden">
        <LazyPart>
          <PhoneCrumbs path={item.path} />
        </LazyPart>
      </div>
      {ancestors.length > 0 && (
        <nav aria-label={t("areas.above")} className="text-sm text-ink-2 max-sm:hidden">
          {ancestors.map((path, index) => (
            <span key={path}>
              {index > 0 && " › "}
              <Link href={addressOf(path)} className="hover:underline">
                <bdi>{nameOf(path) || t("ui.noName")}</bdi>
              </Link>
            </span>
          ))}
        </nav>
      )}
      <div className={cx("flex items-start gap-1.5", item.name.length <= BAR_NAME && "max-sm:sr-only")}>
        <h1 className="wrap-anywhere">
          <bdi>{item.name || t("ui.noName")}</bdi>
        </h1>
        <span className="max-sm:hidden touch:-my-2">
          <FavouriteStar path={item.path} />
        </span>
      </div>
      <Steady key={item.path} hold={hold} isReady>
        <StateSentence item={item} below={below} />
      </Steady>
      <AreaFacts item={item} />
      <LazyPart className="sm:mt-2.5">
        <AreaActions path={item.path} isMeasured={isMeasured} />
      </LazyPart>
    </header>
  );
}

/** The state with its reason: how many areas report, which do not, and since when. */
function StateSentence({ item, below }: { item: AreaOverview; below: Below }) {
  const words = useWords();
  const { t } = words;
  const { now, zone } = useClock();
  const state = useAreaState(item);
  const why = useUnknownWords();
  const silence = useSilence(item, below);
  const count = below?.withReadings ?? 0;
  const many = count === 1 ? "" : t("areas.state.count", { count });
  const sentences = (...all: string[]) => all.filter(Boolean).join(" ");
  if (state === "no-data")
    return (
      <p className="text-silent-text">{sentences(many, noDataWords(words, item.lastReadingAt, zone, now))}</p>
    );
  if (state === "unknown")
    return <p className="text-stale-text">{sentences(many, t("areas.state.unknown", { why }))}</p>;
  const said =
    state === "healthy"
      ? t("areas.state.healthy")
      : t("areas.state.open", { counts: countsWords(words, item.severities, item.plants) });
  return <p className="text-ink-2">{sentences(said, many, silence)}</p>;
}

/** Which areas with readings are silent, and since when; empty if none is. */
function useSilence(item: AreaOverview, below: Below): string {
  const words = useWords();
  const { t, siteTime } = words;
  const { now, zone } = useClock();
  const isSilent = useIsSilent();
  if (!below) return "";
  const behind = below.behind.filter(isSilent);
  // If the area with the newest reading is silent, all are.
  const count = isSilent(item) ? below.withReadings : behind.length;
  if (count > 0 && below.withReadings === 1) return noDataWords(words, item.lastReadingAt, zone, now);
  if (count > 1) return t("areas.state.silent", { count });
  const [first] = behind;
  if (!first?.lastReadingAt) return "";
  return t("areas.state.silentOne", {
    name: nameOf(first.path) || t("ui.noName"),
    time: siteTime(new Date(first.lastReadingAt), zone, now),
  });
}

/** Age of an area's data, and its current growth jobs with their day of crop. */
function AreaFacts({ item }: { item: AreaOverview }) {
  const words = useWords();
  const { data } = useEndpoint(listJobs, { query: { tenant: useTenant(), area: item.path } });
  const jobs = data?.items.filter((job) => job.current) ?? [];
  if (item.lastReadingAt === null) return null;
  return (
    <p className="min-h-5 text-sm wrap-anywhere text-ink-3">
      {rich(words, "areas.facts.until", {
        time: <TimeWithAge at={item.lastReadingAt} className="text-ink-2" />,
      })}
      {/* A phone shows them only below the charts. */}
      <span className="max-sm:hidden">
        {jobs.slice(0, MAX_NAMED_JOBS).map((job) => (
          <Fragment key={job.jobId}>
            {" · "}
            {rich(words, "areas.facts.crop", {
              name: <JobLink jobId={job.jobId} name={job.name} className="text-ink-2" />,
              day: cropDayWords(words, job),
            })}
          </Fragment>
        ))}
        {jobs.length > MAX_NAMED_JOBS &&
          ` · ${words.t("areas.facts.more", { count: jobs.length - MAX_NAMED_JOBS })}`}
        {data && jobs.length === 0 && ` · ${words.t("areas.facts.noCrop")}`}
      </span>
    </p>
  );
}

function FavouriteStar({ path }: { path: string }) {
  const { t } = useWords();
  const { paths, set } = useFavourites();
  const isOne = paths.includes(path);
  return (
    <button
      type="button"
      aria-label={t("areas.favourites.label")}
      aria-pressed={isOne}
      title={t(isOne ? "areas.favourites.remove" : "areas.favourites.add")}
      onClick={() => void set(path, !isOne)}
      className={cx(
        "inline-grid size-7 shrink-0 place-items-center rounded-2 hover:bg-hover touch:size-target",
        isOne ? "text-accent [&_path]:fill-current" : "text-ink-3",
      )}
    >
      <Icon name="star" className="size-4.5" />
    </button>
  );
}
