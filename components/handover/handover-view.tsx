"use client";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { ReadError } from "@/components/live/read-error";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useSite } from "@/components/shell/site-context";
import { useNothingReceived } from "@/components/shell/use-freshness";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { type Handover, readHandover } from "@/lib/alerting/handover/contract";
import { byArea, SINCE } from "@/lib/alerting/handover/rules";
import { siteTime } from "@/lib/base/core/time";
import { AlertLine } from "./alert-line";
import { HandoverCharts } from "./handover-charts";
import { SheetHead } from "./sheet-head";
import { handoverInput, SINCE_WORDS, sinceParsers } from "./since";

/** What one shift hands to the next: on the screen as it prints, on A4. */
export function HandoverView() {
  const { tenancy } = useSite();
  const { now, zone } = useClock();
  const [{ since }, setSince] = useQueryStates(sinceParsers, { history: "replace" });
  const read = useEndpoint(readHandover, handoverInput(tenancy?.tenantId, since, zone, now));
  return (
    <div className="mx-auto grid max-w-190 grid-cols-1 gap-4">
      <header className="no-print flex flex-wrap items-center gap-2.5">
        <h1 className="mr-auto max-sm:sr-only">Handover</h1>
        <Segmented
          label="Since"
          className="max-sm:w-full max-sm:[&>label]:flex-1"
          options={SINCE.map((value) => ({ value, label: SINCE_WORDS[value] }))}
          value={since}
          onChange={(value) => void setSince({ since: value })}
        />
        <Button icon="print" variant="primary" className="max-sm:w-full" onClick={() => window.print()}>
          Print
        </Button>
      </header>
      {read.error && (
        <Panel label="Reading failed" className="no-print">
          <ReadError of={read} title="The handover could not be read" />
        </Panel>
      )}
      {read.data ? (
        <Sheet handover={read.data} />
      ) : (
        !read.error && <SkeletonRows label="Reading the handover" />
      )}
    </div>
  );
}

function Sheet({ handover }: { handover: Handover }) {
  const { open, closed, counts } = handover;
  const { now } = useClock();
  const nothingReceived = useNothingReceived();
  return (
    <article
      aria-label="The sheet"
      className="handover-sheet grid grid-cols-1 gap-5 rounded-3 border border-hairline bg-surface p-6 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:p-4"
    >
      <SheetHead handover={handover} />
      <Section
        title={`Open now: ${counts.open}`}
        more={counts.open - open.length}
        empty={
          nothingReceived ? (
            <NothingReceived />
          ) : (
            "No alert was open when this was read; the lines above say how far that may be trusted."
          )
        }
        alerts={open}
      />
      <Section
        title={`Closed since ${siteTime(new Date(handover.from), handover.timeZone, now)}: ${counts.closed}`}
        more={counts.closed - closed.length}
        empty={
          nothingReceived ? (
            <NothingReceived />
          ) : (
            <>
              None closed in this time. Choose an earlier start above, or see{" "}
              <Link href="/alerts?tab=closed" className="font-medium text-accent">
                all closed alerts
              </Link>
              .
            </>
          )
        }
        alerts={closed}
      />
      <HandoverCharts alerts={open} />
    </article>
  );
}

/** Before the first notification an empty sheet says nothing of the plants. */
function NothingReceived() {
  const { tenancy, user } = useSite();
  return (
    <>
      No notification has been received yet, so nothing is known of alerts.{" "}
      {user.role === "admin" && tenancy ? (
        <Link
          href={`/admin/connect/${encodeURIComponent(tenancy.tenantId)}`}
          className="font-medium text-accent"
        >
          Go on connecting
        </Link>
      ) : (
        "Your admin connects the service."
      )}
    </>
  );
}

function Section(props: { title: string; alerts: Handover["open"]; more: number; empty: ReactNode }) {
  return (
    <section>
      <h2 className="border-b border-line pb-1 text-lg">{props.title}</h2>
      {props.alerts.length === 0 && <p className="pt-2 text-ink-2">{props.empty}</p>}
      {byArea(props.alerts).map((group) => (
        <div key={group.path ?? ""} className="pt-2.5">
          <h3 className="text-ink-2">{group.title}</h3>
          <ul>
            {group.alerts.map((alert) => (
              <AlertLine key={alert.alertId} alert={alert} />
            ))}
          </ul>
        </div>
      ))}
      {props.more > 0 && <p className="pt-2 text-ink-2">And {props.more} more, which the inbox lists.</p>}
    </section>
  );
}
