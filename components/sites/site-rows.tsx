"use client";
import { useLost } from "@/components/freshness/lost-bar";
import { kindKey, levelOf, placeOf } from "@/components/ui/alert-words";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Count, StateWord } from "@/components/ui/panel";
import { LEVEL_WORDS, SeverityIcon, type SeverityLevel } from "@/components/ui/severity";
import { Age, Since } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { capital } from "@/lib/base/core/text";
import type { PlainKey } from "@/lib/base/words/messages";
import { DOUBT_WORDS } from "@/lib/display/freshness/judge";
import type { SiteSummary } from "@/lib/display/sites/contract";
import { type SiteGroup, STATE_WORDS, sumUp } from "./arrange";

type Site = { site: SiteSummary };

/** Sites as rows of a table, on a phone as cards; each leads to the site's Now. */
export function SiteRows({
  groups,
  drawn,
}: {
  groups: readonly SiteGroup[];
  /** The sites to draw; the others only count. */
  drawn: ReadonlySet<SiteSummary>;
}) {
  const { t, formatCount } = useWords();
  return groups.map(({ title, sites }) => (
    <section key={title ?? ""} aria-label={title ?? undefined}>
      {title !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline bg-sunken px-4 py-2">
          <h2 className="flex min-w-0 items-center gap-2 text-base">
            <span className="truncate">{title}</span> <Count>{sites.length}</Count>
          </h2>
          <GroupCounts sites={sites} />
        </div>
      )}
      <div className="overflow-x-auto max-sm:hidden">
        <table className="data-table">
          <thead>
            <tr>
              <th className="w-full min-w-44">{t("alerts.columns.site")}</th>
              <th>{t("sites.columns.open")}</th>
              <th className="num">{t("sites.columns.new")}</th>
              <th>{t("sites.columns.waiting")}</th>
              <th className="max-lg:hidden">{t("sites.columns.week")}</th>
              <th className="max-md:hidden">{t("freshness.strip.notifications")}</th>
              <th className="max-md:hidden">{t("freshness.strip.readings")}</th>
            </tr>
          </thead>
          <tbody>
            {sites
              .filter((site) => drawn.has(site))
              .map((site) => (
                <tr key={site.tenantId} data-site={site.tenantId} className="hover:bg-hover">
                  <td className="max-w-0 min-w-44">
                    <SiteName site={site} />
                    <Worst site={site} />
                    <div className="flex gap-4 md:hidden">
                      <Source site={site} of="notifications" isNamed />
                      <Source site={site} of="readings" isNamed />
                    </div>
                  </td>
                  <td>
                    <OpenCounts site={site} />
                  </td>
                  <td className="num text-sm">
                    {site.new24h > 0 ? formatCount(site.new24h) : <span className="text-ink-3">–</span>}
                  </td>
                  <td>
                    <Waiting site={site} />
                  </td>
                  <td className="max-lg:hidden">
                    <Week site={site} />
                  </td>
                  <td className="max-md:hidden">
                    <Source site={site} of="notifications" />
                  </td>
                  <td className="max-md:hidden">
                    <Source site={site} of="readings" />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <ul className="sm:hidden">
        {sites
          .filter((site) => drawn.has(site))
          .map((site) => (
            <Card key={site.tenantId} site={site} />
          ))}
      </ul>
    </section>
  ));
}

/** The open alerts of a group's sites, the gravest first, and how many sites need attention. */
function GroupCounts({ sites }: { sites: SiteSummary[] }) {
  const words = useWords();
  const { open, attention } = sumUp(sites);
  const isOpen = Object.values(open).some((count) => count > 0);
  return (
    <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm">
      {attention > 0 && (
        <span>
          {rich(words, "sites.group.needAttention", {
            count: attention,
            b: <b className="font-strong" />,
          })}
        </span>
      )}
      {isOpen && <OpenCounts site={{ open, state: "handled" }} />}
    </span>
  );
}

function Card({ site }: Site) {
  const { t } = useWords();
  return (
    <li
      data-site={site.tenantId}
      className={cx(
        "relative border-b border-hairline bg-surface px-4 py-3",
        site.worst &&
          site.state === "attention" &&
          levelOf(site.worst) === "high" &&
          "shadow-[inset_0.25rem_0_0_var(--high)]",
      )}
    >
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <SiteName site={site} covers />
          <Worst site={site} />
        </div>
        <span className="grid justify-items-center gap-0.5">
          <Week site={site} />
          <span className="text-xs text-ink-3">{t("sites.columns.week")}</span>
        </span>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <OpenCounts site={site} />
        {site.new24h > 0 && (
          <span className="text-sm">{t("sites.row.newInDay", { count: site.new24h })}</span>
        )}
      </div>
      {site.unacknowledged > 0 && (
        <div className="mt-1">
          <Waiting site={site} isLong />
        </div>
      )}
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        <Source site={site} of="notifications" isNamed />
        <Source site={site} of="readings" isNamed />
      </div>
    </li>
  );
}

function SiteName({ site, covers = false }: Site & { covers?: boolean }) {
  return (
    <Link
      href={`/s/${site.slug}`}
      title={site.name}
      className={cx(
        "block font-strong hover:text-accent touch:leading-(--target)",
        covers ? "covers text-lg leading-snug! wrap-anywhere" : "truncate",
      )}
    >
      {site.name}
    </Link>
  );
}

/** The worst alert in words, else how the site stands. */
function Worst({ site: { worst, state, doubtCode: doubt } }: Site) {
  const words = useWords();
  const { t } = words;
  if (worst) {
    const { title: place } = placeOf(words, { areas: worst.areas.map(toArea), jobId: worst.jobId });
    const kind = t(kindKey(worst));
    return (
      <p className="flex items-center gap-1.5 text-sm text-ink-2">
        <SeverityIcon level={levelOf(worst)} className="size-3.5" />
        <span className="min-w-0 truncate">
          {state === "attention"
            ? t("sites.row.worst", { kind, place })
            : t("sites.row.worstIn", { state: t(STATE_WORDS[state]), kind, place })}
        </span>
      </p>
    );
  }
  if (state === "quiet") return <StateWord state="ok">{t(STATE_WORDS.quiet)}</StateWord>;
  return (
    <p className="flex items-start gap-1.5 text-sm text-stale-text">
      <Icon name={state === "unknown" ? "blind" : "clock"} className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0">
        {doubt === null ? t(STATE_WORDS[state]) : capital(t(DOUBT_WORDS[doubt]))}
      </span>
    </p>
  );
}

const toArea = (path: string) => ({ path, certainty: "inferred" as const, until: null });

const LEVELS: [SeverityLevel, keyof SiteSummary["open"]][] = [
  ["high", "HIGH"],
  ["medium", "MEDIUM"],
  ["low", "LOW"],
  ["plain", "other"],
];

/** Icon, number and word of each severity that has an open alert. */
function OpenCounts({ site: { open, state } }: { site: Pick<SiteSummary, "open" | "state"> }) {
  const { t, formatCount } = useWords();
  const present = LEVELS.filter(([, name]) => open[name] > 0);
  if (present.length === 0)
    return (
      <span className="text-sm text-ink-3">
        {t(state === "unknown" ? "sites.row.notKnown" : "sites.row.noneOpen")}
      </span>
    );
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 lg:flex-nowrap">
      {present.map(([level, name]) => (
        <span key={level} className="inline-flex items-center gap-1 text-sm whitespace-nowrap">
          <SeverityIcon level={level} className="size-3.5" />
          <b className="font-strong">{formatCount(open[name])}</b>
          <span className="text-xs text-ink-2">{LEVEL_WORDS[level]}</span>
        </span>
      ))}
    </span>
  );
}

/** How many alerts nobody has acknowledged, and for how long. */
function Waiting({
  site: { unacknowledged, oldestUnacknowledgedAt: at },
  isLong = false,
}: Site & { isLong?: boolean }) {
  const words = useWords();
  if (unacknowledged === 0 || at === null) return <span className="text-ink-3">–</span>;
  return (
    <span className="text-sm whitespace-nowrap">
      {rich(words, isLong ? "sites.row.waitingInFull" : "sites.row.waiting", {
        count: unacknowledged,
        length: <Since at={at} />,
        b: <b className="font-strong" />,
        soft: <span className="text-ink-2" />,
      })}
    </span>
  );
}

const SOURCE_NAMES = {
  notifications: "freshness.strip.notifications",
  readings: "freshness.strip.readings",
} as const satisfies Record<string, PlainKey>;

/** The age of a source's newest data, marked where the source is late, has stopped or was never there. */
function Source({ site, of, isNamed = false }: Site & { of: keyof typeof SOURCE_NAMES; isNamed?: boolean }) {
  const words = useWords();
  const { t } = words;
  const isLost = useLost() !== null;
  const at = of === "readings" ? site.readingsUntil : site.notificationsAt;
  const known = site.sources[of];
  // Before the first one, nothing is known to work.
  const state = isLost ? "blind" : at === null && known === "fresh" ? "never" : known;
  const isFresh = state === "fresh";
  const mark = { fresh: of, late: "clock", stale: "clock", never: "waiting", blind: "blind" } as const;
  const trouble = {
    fresh: null,
    late: t("sites.row.late"),
    stale: t(of === "readings" ? "sites.row.stopped" : "sites.row.silent"),
    never: null,
    blind: t("sites.row.unknown"),
  }[state];
  const source = t(SOURCE_NAMES[of]);
  const age = at === null ? t("freshness.strip.noneYet") : <Age at={at} zone={site.timeZone} />;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 text-sm whitespace-nowrap",
        isFresh ? "text-ink-2" : state === "never" ? "text-ink-3" : "text-stale-text",
      )}
    >
      <Icon name={mark[state]} className={cx("size-4 shrink-0", isFresh && "text-healthy")} />
      {isNamed ? (
        <span>
          {trouble === null
            ? rich(words, "sites.row.source", { source, age })
            : rich(words, "sites.row.sourceWithState", { source, age, state: trouble })}
        </span>
      ) : (
        <span>
          {age}
          {trouble !== null && <span className="block text-xs">{trouble}</span>}
        </span>
      )}
    </span>
  );
}

const BAR = 5;
const GAP = 2;
const HEIGHT = 26;

/** The open alerts of the week as bars, for the eye; in words, then and now. */
function Week({ site: { week } }: Site) {
  const { t } = useWords();
  const most = Math.max(1, ...week);
  const [before = 0, now = 0] = [week[0], week.at(-1)];
  return (
    <span className="inline-flex shrink-0 items-end gap-2">
      <svg
        width={week.length * (BAR + GAP) - GAP}
        height={HEIGHT}
        aria-hidden="true"
        className="block shrink-0"
      >
        {week.map((count, nth) => {
          const height = count === 0 ? 1.5 : Math.max(3, (count / most) * HEIGHT);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={nth}
              x={nth * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx={1}
              className={nth === week.length - 1 ? "fill-ink-1" : "fill-ink-3"}
            />
          );
        })}
      </svg>
      <span className="sr-only">{t("sites.row.week", { before, now })}</span>
    </span>
  );
}
