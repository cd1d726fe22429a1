"use client";
import { useMemo, useState } from "react";
import { AlertBadge, AlertState, alertHref, KindName, PlaceName } from "@/components/alerts/alert-parts";
import { type SpanItem, spansFor } from "@/components/alerts/alert-spans";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { ChartPicker, useChosenChart } from "@/components/charts/chart-picker";
import { IndexChart } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/nights";
import { ChartFrame, type TimeWindow } from "@/components/charts/plot/chart-frame";
import { compareAddress, MAX_COMPARED } from "@/components/compare/view";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint, useSeries, useTenantEndpoint } from "@/components/live/use-endpoint";
import { spanOf } from "@/components/places/page-inputs";
import { PhoneTitle } from "@/components/shell/phone-header";
import { WholeAreaName } from "@/components/ui/area-name";
import { Button, LinkButton } from "@/components/ui/button";
import { indexLabel } from "@/components/ui/index-mark";
import { Link } from "@/components/ui/link";
import { Count, Fact, Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { alertSpans, type ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import { displayPath } from "@/lib/base/core/paths";
import { siteDay } from "@/lib/base/core/time";
import { parentsApart } from "@/lib/base/places/places";
import type { Words } from "@/lib/base/words/words";
import { addressOf } from "@/lib/farm/areas/address";
import { type Job, type JobDetail, readJob } from "@/lib/farm/jobs/contract";
import { cropDayWords, jobHref } from "@/lib/farm/jobs/rules";
import { JobName } from "./job-name";
import { firstPlace, jobAlertsInput, jobSeriesInput, jobWindow } from "./page-inputs";

/** Areas named before the rest is counted. */
const MAX_NAMED = 12;

/** The page of one growth job: where and since when, its charts, its alerts, the jobs before and after it. */
export function JobView({ jobId }: { jobId: string }) {
  const words = useWords();
  const { t } = words;
  const read = useTenantEndpoint(readJob, { params: { jobId } });
  const { data, error } = read;
  if (data) return <OneJob job={data} />;
  return (
    <Panel label={t("jobs.title")}>
      {error?.status === 404 ? (
        <EmptyState
          icon="leaf"
          title={t("jobs.missing.title")}
          actions={
            <LinkButton href={`/alerts?job=${encodeURIComponent(jobId)}`}>
              {t("jobs.missing.seeAlerts")}
            </LinkButton>
          }
        >
          {rich(words, "jobs.missing.text", {
            id: <span className="font-mono text-sm break-all">{jobId}</span>,
          })}
        </EmptyState>
      ) : error ? (
        <ReadError of={read} title={t("jobs.failed")} />
      ) : (
        <SkeletonRows label={t("jobs.loading")} />
      )}
    </Panel>
  );
}

function OneJob({ job }: { job: JobDetail }) {
  const { t } = useWords();
  const alerts = useEndpoint(listAlerts, jobAlertsInput(useTenant(), job.jobId));
  const items = alerts.data?.items ?? NO_ALERTS;
  return (
    <div className="grid grid-cols-1 gap-4">
      <PhoneTitle title={t("jobs.title")} back="/areas" />
      <Head job={job} />
      <Facts job={job} />
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-5 max-lg:grid-cols-1 print:grid-cols-1">
        <JobCharts job={job} alerts={items} />
        <aside aria-label={t("jobs.beside")} className="grid min-w-0 grid-cols-1 content-start gap-4">
          <Alerts items={items} isRead={alerts.data !== undefined} />
          <Areas areas={job.areas} />
          <Others job={job} />
        </aside>
      </div>
    </div>
  );
}

const NO_ALERTS: ListedAlert[] = [];
const NO_SPANS: SpanItem[] = [];

function Head({ job }: { job: JobDetail }) {
  const words = useWords();
  const before = job.predecessors.slice(0, MAX_COMPARED - 1);
  const compared = [job, ...before].map(({ jobId }) => jobId);
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <JobName job={job} />
        <p className="text-sm wrap-anywhere text-ink-3">
          {rich(words, "jobs.id", { id: <span className="font-mono text-xs">{job.jobId}</span> })}
        </p>
      </div>
      <LinkButton
        icon="compare"
        className="no-print"
        href={compareAddress({ what: "jobs", by: "crop", job: compared })}
      >
        {words.t("jobs.compare", { earlier: before.length > 0 ? "yes" : "other" })}
      </LinkButton>
    </header>
  );
}

function Facts({ job }: { job: JobDetail }) {
  const words = useWords();
  const { t, formatDay, formatAge, siteDateTime } = words;
  const { now, zone } = useClock();
  const [first, last] = [new Date(job.firstAt), new Date(job.lastAt)];
  const [before] = job.predecessors;
  const [after] = job.successors;
  return (
    <dl className="grid grid-flow-col overflow-hidden rounded-3 border border-hairline bg-surface max-lg:grid-flow-row max-lg:grid-cols-3 max-sm:grid-cols-2 [&>*]:-mt-px [&>*]:-ml-px [&>*]:border-t [&>*]:border-l [&>*]:border-hairline max-sm:[&>:last-child:nth-child(odd)]:col-span-2">
      <Fact
        label={t("jobs.facts.since")}
        value={formatDay(siteDay(first, zone))}
        note={t(job.begunBefore ? "jobs.facts.orBefore" : "jobs.facts.firstReading")}
      />
      <Fact
        label={t("jobs.facts.cropDay")}
        value={cropDayWords(words, job)}
        note={t(job.current ? "jobs.facts.running" : "jobs.facts.ended")}
      />
      <Fact
        label={t("jobs.facts.lastReading")}
        value={siteDateTime(last, zone)}
        note={formatAge(last, now)}
      />
      <Fact
        label={t("jobs.facts.where")}
        value={t("jobs.facts.areas", { count: job.areas.length })}
        note={displayPath(firstPlace(job))}
      />
      {before && (
        <Fact
          label={t("jobs.facts.before")}
          value={<JobOther job={before} />}
          note={spanWords(words, before, zone)}
        />
      )}
      {after && (
        <Fact
          label={t("jobs.facts.after")}
          value={<JobOther job={after} />}
          note={spanWords(words, after, zone)}
        />
      )}
    </dl>
  );
}

const JobOther = ({ job }: { job: Job }) => (
  <Link href={jobHref(job.jobId)} title={job.jobId} className="hover:text-accent hover:underline">
    <bdi>{job.name}</bdi>
  </Link>
);

/** "3 Nov 2026 to 2 Jan 2027, day 60". */
function spanWords(words: Words, job: Job, zone: string): string {
  const dayOf = (at: string) => words.formatDay(siteDay(new Date(at), zone));
  return words.t("jobs.span", {
    running: job.current ? "yes" : "other",
    from: dayOf(job.firstAt),
    to: dayOf(job.lastAt),
    day: cropDayWords(words, job),
  });
}

/** Its charts from the first to the last reading, of all its areas or of one. */
function JobCharts({ job, alerts }: { job: JobDetail; alerts: readonly ListedAlert[] }) {
  const { t } = useWords();
  const tenant = useTenant();
  const { now, zone } = useClock();
  const [picked, pick] = useState<string | null>(null);
  const [part, zoom] = useState<TimeWindow | null>(null);
  const [table, setTable] = useState(false);
  const whole = useMemo(() => jobWindow(job, zone), [job, zone]);
  const window = part ?? whole;
  const limits = useMemo(() => ({ earliest: whole.from, latest: whole.to }), [whole]);
  const place = picked ?? firstPlace(job);
  const { series, error, read } = useSeries(jobSeriesInput(tenant, job, place, window));
  const spans = useEndpoint(alertSpans, { query: { tenant, area: place, ...spanOf(window) } }).data?.items;
  const own = useMemo(() => {
    const ids = new Set(alerts.map(({ alertId }) => alertId));
    return spans?.filter(({ alertId }) => ids.has(alertId)) ?? NO_SPANS;
  }, [alerts, spans]);
  const present = CHART_ORDER.filter((index) =>
    series?.some((one) => one.index === index && one.points.length > 0),
  );
  const shown = series && present.length === 0 ? ["HEALTH"] : series ? present : [...CHART_ORDER];
  const [chosen, choose] = useChosenChart(shown);
  const nights = useMemo(() => nightsOf(series ?? []), [series]);
  const publishedUntil = useFreshness()?.readings.until?.getTime() ?? null;
  const places = [firstPlace(job), ...job.areas].filter((path, at, all) => all.indexOf(path) === at);
  return (
    <section aria-label={t("jobs.charts.title")} className="flex min-w-0 flex-col gap-3">
      <h2 className="sr-only">{t("jobs.charts.title")}</h2>
      <div className="flex flex-wrap items-center gap-2.5">
        {places.length > 1 && (
          <Select
            asFilter
            label={t("jobs.charts.area")}
            value={place}
            onChange={pick}
            options={places.map((path, at) => ({
              id: path,
              label: at === 0 ? t("jobs.charts.allAreas", { place: displayPath(path) }) : displayPath(path),
            }))}
          />
        )}
        <Button icon="table" aria-pressed={table} onClick={() => setTable(!table)}>
          {t(table ? "jobs.charts.charts" : "jobs.charts.table")}
        </Button>
        {part && (
          <Button variant="quiet" onClick={() => zoom(null)}>
            {t("jobs.charts.wholeCrop")}
          </Button>
        )}
      </div>
      {error && <ReadError of={read} title={t("jobs.charts.failed")} />}
      <ChartFrame window={window} timeZone={zone} zoomed={part !== null} onZoom={zoom} limits={limits}>
        <ChartPicker indices={shown} chosen={chosen} onChoose={choose} />
        <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
          {shown.map((index) => (
            <Panel
              key={index}
              label={indexLabel(index)}
              className={`p-3 ${index === chosen ? "" : "max-sm:hidden"}`}
            >
              <IndexChart
                index={index}
                series={series?.find((one) => one.index === index)}
                now={now.getTime()}
                nights={nights}
                spans={spansFor(index, own)}
                publishedUntil={publishedUntil}
                pooled={job.areas.length > 1 ? "readings" : undefined}
                spanLinks
                table={table}
              />
            </Panel>
          ))}
        </div>
      </ChartFrame>
    </section>
  );
}

function Alerts({ items, isRead }: { items: readonly ListedAlert[]; isRead: boolean }) {
  const { t, formatCount } = useWords();
  const open = items.filter(({ status }) => status === "open");
  const closed = items.filter(({ status }) => status === "closed");
  return (
    <Panel
      title={t("jobs.alerts.title")}
      count={isRead ? t("jobs.alerts.count", { count: open.length }) : "–"}
    >
      {isRead && items.length === 0 && (
        <p className="px-4 py-3 text-sm text-ink-3">{t("jobs.alerts.none")}</p>
      )}
      <AlertLines label={t("jobs.alerts.open")} items={open} />
      {closed.length > 0 && (
        <h3 className="flex items-center gap-2 border-t border-hairline px-4 pt-3 pb-1 text-sm font-medium">
          {t("jobs.alerts.closedTitle")} <Count>{formatCount(closed.length)}</Count>
        </h3>
      )}
      <AlertLines label={t("jobs.alerts.closed")} items={closed} />
    </Panel>
  );
}

function AlertLines({ label, items }: { label: string; items: readonly ListedAlert[] }) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className="max-h-96 divide-y divide-hairline overflow-y-auto">
      {items.map((alert) => (
        <li key={alert.alertId} className="relative px-4 py-2 hover:bg-hover">
          <div className="flex items-center justify-between gap-2">
            <AlertBadge alert={alert} />
            <SiteTime at={alert.raisedAt ?? alert.firstEventAt} className="text-xs text-ink-3" />
          </div>
          <Link href={alertHref(alert.alertId)} className="covers mt-1 block font-strong">
            <PlaceName alert={alert} />, <KindName alert={alert} />
          </Link>
          <AlertState alert={alert} />
        </li>
      ))}
    </ul>
  );
}

function Areas({ areas }: { areas: readonly string[] }) {
  const { t } = useWords();
  const [isAll, setAll] = useState(areas.length <= MAX_NAMED);
  const apart = useMemo(() => parentsApart(areas), [areas]);
  return (
    <Panel title={t("jobs.areas.title")} count={areas.length}>
      <ul className="py-1">
        {(isAll ? areas : areas.slice(0, MAX_NAMED)).map((path) => (
          <li key={path} className="relative px-4 py-1.5 hover:bg-hover touch:min-h-target">
            <Link href={addressOf(path)} className="covers block text-sm">
              <WholeAreaName path={path} apart={apart.get(path)} />
            </Link>
          </li>
        ))}
      </ul>
      {!isAll && (
        <Button variant="quiet" className="self-start" onClick={() => setAll(true)}>
          {t("jobs.areas.all", { count: areas.length })}
        </Button>
      )}
    </Panel>
  );
}

/** The jobs before and after it in its areas, newest first. */
function Others({ job }: { job: JobDetail }) {
  const words = useWords();
  const { t } = words;
  const { zone } = useClock();
  const others = [...job.successors.toReversed(), ...job.predecessors];
  return (
    <Panel title={t("jobs.others.title")} count={others.length}>
      {others.length === 0 && <p className="px-4 py-3 text-sm text-ink-3">{t("jobs.others.none")}</p>}
      <ul className="divide-y divide-hairline">
        {others.map((other) => (
          <li key={other.jobId} className="relative px-4 py-2 hover:bg-hover">
            <Link href={jobHref(other.jobId)} title={other.jobId} className="covers block wrap-anywhere">
              <bdi>{other.name}</bdi>
            </Link>
            <p className="text-xs text-ink-3">
              {t(other.firstAt > job.firstAt ? "jobs.others.after" : "jobs.others.before", {
                span: spanWords(words, other, zone),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
