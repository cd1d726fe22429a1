"use client";
import { NotConnected, NothingOpen } from "@/components/alerts/empty";
import { useHandling } from "@/components/alerts/handling/use-handling";
import { NewsBar, useHeldList } from "@/components/alerts/use-held-list";
import { OutageNotice } from "@/components/freshness/outage-lines";
import { useEverConnected, useNothingReceived, useQuiet } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint, useTenantEndpoint } from "@/components/live/use-endpoint";
import { useCountInTitle } from "@/components/shell/count-in-title";
import { CLOSE_WORDS } from "@/components/ui/alert-words";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/states";
import { SiteTime, useClock } from "@/components/ui/time";
import { type AlertCounts, countAlerts, type ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import type { HandoverCounts, NewsStart } from "@/lib/alerting/handover/contract";
import { quietSentence } from "@/lib/display/freshness/judge";
import { areasOverview } from "@/lib/farm/areas/contract";
import { headlineFor, newsWords } from "./headline";
import { nowAlertsInput } from "./lists";
import { OpenCards, OpenRows } from "./open-alerts";
import { RestsOn, WorseThanYesterday, WorstAreas } from "./rail";
import { Summary } from "./summary";
import { useNews } from "./use-news";

/** Now: the open alerts, where the plants get worse, and why the page may be trusted. */
export function NowView({
  seenOutages,
  newsStart,
}: {
  seenOutages: string | null;
  newsStart: NewsStart | null;
}) {
  const tenant = useTenant();
  const enabled = tenant !== undefined;
  const { now } = useClock();
  const counts = useTenantEndpoint(countAlerts).data;
  useCountInTitle(counts?.attention);
  const list = useEndpoint(listAlerts, nowAlertsInput(tenant), { enabled });
  const overview = useTenantEndpoint(areasOverview);
  const latest = list.data?.items ?? [];
  const news = useNews(newsStart);
  const everConnected = useEverConnected();
  const isUnknown = useNothingReceived();
  const quiet = useQuiet();
  const headline =
    counts && everConnected
      ? counts.open === 0
        ? quietSentence(quiet)
        : headlineFor(counts, latest, now)
      : enabled && !counts
        ? "Reading what is open."
        : "Nothing is known of the plants yet.";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_21.25rem] gap-5 max-lg:grid-cols-1">
      <section className="grid grid-cols-1 content-start gap-4">
        <div className="-mb-0.5">
          <div className="flex items-center">
            <h1 className="mr-auto max-sm:sr-only">Now</h1>
            <Link
              href="/handover"
              className="font-medium text-accent hover:text-accent-hover max-sm:hidden sm:touch:grid sm:touch:min-h-target sm:touch:place-items-center"
            >
              Handover
            </Link>
          </div>
          <p className="text-ink-2 max-sm:text-xl max-sm:font-strong max-sm:tracking-tight max-sm:text-ink-1">
            {headline}
          </p>
          {news.start && news.counts && everConnected && !isUnknown && (
            <NewsLine start={news.start} counts={news.counts} />
          )}
        </div>
        <OutageNotice seen={seenOutages} />
        {counts && everConnected && !isUnknown && <Summary counts={counts} />}
        {list.error && (
          <Panel label="Reading failed">
            <ReadError of={list} compact={false} title="The open alerts could not be read" />
          </Panel>
        )}
        <OpenAlerts counts={counts} latest={list.data?.items} newFrom={news.start?.from ?? null} />
      </section>
      <aside className="grid grid-cols-1 content-start gap-4 md:max-lg:grid-cols-2">
        <WorstAreas areas={overview.data?.items ?? []} />
        <WorseThanYesterday alerts={latest} />
        <RestsOn />
      </aside>
    </div>
  );
}

/** "Since you last looked, 06:12: 2 opened, 1 got worse." */
function NewsLine({ start: { from, since }, counts }: { start: NewsStart; counts: HandoverCounts }) {
  const words = newsWords(counts);
  const clause = since === "look" ? "you last looked" : "the shift began";
  return (
    <p className="text-sm text-ink-2">
      {words ? `Since ${clause}` : `Nothing new since ${clause}`}, <SiteTime at={from} />
      {words && (
        <>
          : <b className="font-strong text-ink-1">{words}</b>
        </>
      )}
      .
    </p>
  );
}

function OpenAlerts({
  counts,
  latest,
  newFrom,
}: {
  counts: AlertCounts | undefined;
  latest: ListedAlert[] | undefined;
  newFrom: string | null;
}) {
  const everConnected = useEverConnected();
  const list = useHeldList(latest ?? [], "now");
  const isUnknown = useNothingReceived();
  const handling = useHandling(list.show);
  if (!everConnected)
    return (
      <Panel title="Open alerts" count="not known">
        <NotConnected />
      </Panel>
    );
  if (latest?.length === 0 && list.shown.length === 0)
    return (
      <Panel
        title="Open alerts"
        count={isUnknown ? "none received yet" : 0}
        footer={!isUnknown && <LastClosed counts={counts} />}
      >
        <NothingOpen />
      </Panel>
    );
  return (
    <section aria-label="Open alerts" {...list.handlers}>
      <Panel
        title="Open alerts"
        count={counts?.open}
        hint="worst first, then newest change"
        end={
          <Link href="/alerts" className="font-medium text-accent hover:text-accent-hover">
            Open the inbox
          </Link>
        }
        className="overflow-hidden max-sm:hidden"
      >
        <NewsBar list={list} />
        {latest ? (
          <OpenRows alerts={list.shown} handling={handling} goneIds={list.goneIds} newFrom={newFrom} />
        ) : (
          <SkeletonRows label="Reading the open alerts" />
        )}
      </Panel>
      <OpenCards alerts={list.shown} handling={handling} open={counts?.open ?? 0} newFrom={newFrom} />
    </section>
  );
}

function LastClosed({ counts }: { counts: AlertCounts | undefined }) {
  if (!counts?.lastClosed) return <>None has closed yet.</>;
  const { at, closeReason } = counts.lastClosed;
  return (
    <>
      The last alert closed <SiteTime at={at} />
      {closeReason && `, ${CLOSE_WORDS[closeReason]}`}.
    </>
  );
}
