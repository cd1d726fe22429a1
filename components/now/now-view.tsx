"use client";
import { NotConnected, NothingOpen } from "@/components/alerts/empty";
import { type Evidence, useListedEvidence } from "@/components/alerts/evidence-parts";
import { useHandling } from "@/components/alerts/handling/use-handling";
import { nowAlertsInput } from "@/components/alerts/inputs";
import { NewsBar } from "@/components/alerts/news-bar";
import { useHeldList } from "@/components/alerts/use-held-list";
import { useReading } from "@/components/alerts/use-reading";
import { OutageNotice } from "@/components/freshness/outage-lines";
import { useFreshness, useNothingReceived, useQuiet } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useCountInTitle } from "@/components/shell/count-in-title";
import { CLOSE_WORDS } from "@/components/ui/alert-words";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/states";
import { SiteTime, useClock } from "@/components/ui/time";
import { countAlerts, listAlerts } from "@/lib/alerting/alerts/contract";
import { quietSentence } from "@/lib/display/freshness/judge";
import { areasOverview } from "@/lib/farm/areas/contract";
import { headlineFor } from "./headline";
import { OpenCards } from "./open-cards";
import { OpenTable } from "./open-table";
import { RestsOn, WorseThanYesterday, WorstAreas } from "./rail";
import { type Counts, Summary } from "./summary";

/** Now: what needs somebody, where, since when, whether it gets worse, and why the page may be trusted. */
export function NowView({ seenOutages }: { seenOutages: string | null }) {
  const tenant = useTenant();
  const enabled = tenant !== undefined;
  const { now } = useClock();
  const counts = useEndpoint(countAlerts, { query: { tenant } }, { enabled }).data;
  useCountInTitle(counts?.attention);
  const list = useEndpoint(listAlerts, nowAlertsInput(tenant), { enabled });
  const overview = useEndpoint(areasOverview, { query: { tenant } }, { enabled });
  const latest = list.data?.items ?? [];
  const evidence = useListedEvidence(latest);
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
        </div>
        <OutageNotice seen={seenOutages} />
        {counts && everConnected && !isUnknown && <Summary counts={counts} />}
        {list.error && (
          <Panel label="Reading failed">
            <ReadError of={list} compact={false} title="The open alerts could not be read" />
          </Panel>
        )}
        <OpenAlerts
          counts={counts}
          latest={list.data?.items}
          evidence={evidence}
          everConnected={everConnected}
        />
      </section>
      <aside className="grid grid-cols-1 content-start gap-4 md:max-lg:grid-cols-2">
        <WorstAreas areas={overview.data?.items ?? []} />
        <WorseThanYesterday alerts={latest} evidence={evidence} />
        <RestsOn />
      </aside>
    </div>
  );
}

/** Whether the service can have told us anything: a secret is entered, or something has come. */
function useEverConnected(): boolean {
  const tenant = useTenant();
  const facts = useFreshness()?.facts;
  if (tenant === undefined) return false;
  return !facts || facts.notifications.connected || facts.notifications.lastAt !== null;
}

function OpenAlerts({
  counts,
  latest,
  evidence,
  everConnected,
}: {
  counts: Counts | undefined;
  latest: Parameters<typeof OpenTable>[0]["alerts"] | undefined;
  evidence: Map<string, Evidence>;
  everConnected: boolean;
}) {
  const reading = useReading();
  const list = useHeldList(latest ?? [], reading.isRead, "now");
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
    <section aria-label="Open alerts" {...reading.handlers}>
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
        <NewsBar news={list.news} gone={list.goneIds.size} onShow={list.show} />
        {latest ? (
          <OpenTable alerts={list.shown} evidence={evidence} handling={handling} goneIds={list.goneIds} />
        ) : (
          <SkeletonRows label="Reading the open alerts" />
        )}
      </Panel>
      <OpenCards alerts={list.shown} evidence={evidence} handling={handling} open={counts?.open ?? 0} />
    </section>
  );
}

function LastClosed({ counts }: { counts: Counts | undefined }) {
  if (!counts?.lastClosed) return <>None has closed yet.</>;
  const { at, closeReason } = counts.lastClosed;
  return (
    <>
      The last alert closed <SiteTime at={at} />
      {closeReason && `, ${CLOSE_WORDS[closeReason]}`}.
    </>
  );
}
