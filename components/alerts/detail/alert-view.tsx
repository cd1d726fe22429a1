"use client";
import { lazy, Suspense, useRef } from "react";
import { ReadError } from "@/components/live/read-error";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { alertHeadline } from "@/components/ui/alert-words";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { type AlertDetail, readAlert } from "@/lib/alerting/alerts/contract";
import { AlertHints } from "../alert-hints";
import { AlertBadge } from "../alert-parts";
import { AlertActions } from "../handling/alert-actions";
import { PlaceEditor } from "../place-editor";
import { AlertFacts } from "./alert-facts";
import { Crumbs } from "./crumbs";
import { EvidencePanel } from "./evidence-panel";
import { Notes } from "./notes";
import { TimeLine } from "./time-line";
import { useIsBack } from "./use-alert-chart";

const RecoveryBar = lazy(async () => ({ default: (await import("../recovery-bar")).RecoveryBar }));
const OtherAreas = lazy(async () => ({ default: (await import("./other-areas")).OtherAreas }));

/** The page of one alert: its facts and place, charts before and since, what happened, notes. */
export function AlertView({ alertId }: { alertId: string }) {
  const words = useWords();
  const { t } = words;
  const read = useTenantEndpoint(readAlert, { params: { alertId } });
  const { data, error } = read;
  if (error?.status === 404)
    return (
      <Panel label={t("shell.titles.alert")}>
        <EmptyState
          icon="bell"
          title={t("alerts.page.missing")}
          actions={<LinkButton href="/alerts">{t("alerts.empty.toOpen")}</LinkButton>}
        >
          {rich(words, "alerts.page.missingText", {
            id: <span className="font-mono text-sm break-all">{alertId}</span>,
          })}
        </EmptyState>
      </Panel>
    );
  if (!data)
    return (
      <Panel label={t("shell.titles.alert")}>
        {error ? (
          <ReadError of={read} title={t("alerts.page.failed")} />
        ) : (
          <SkeletonRows label={t("alerts.page.loading")} />
        )}
      </Panel>
    );
  return (
    <>
      {error && <ReadError of={read} title={t("alerts.page.failedAgain")} />}
      <Detail alert={data} />
    </>
  );
}

function Detail({ alert }: { alert: AlertDetail }) {
  const note = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <Crumbs alert={alert} />
        <Head alert={alert} onNote={() => note.current?.focus()} />
      </div>
      {(alert.recovery || alert.recoveryConfirmedAt) && (
        <Suspense fallback={null}>
          <RecoveryBar alert={alert} />
        </Suspense>
      )}
      <AlertFacts alert={alert} />
      <div className="grid grid-cols-[minmax(0,1fr)_23.75rem] items-start gap-5 max-lg:grid-cols-1 print:grid-cols-1">
        <EvidencePanel alert={alert} />
        <aside className="grid min-w-0 grid-cols-1 content-start gap-4">
          <TimeLine alert={alert} />
          <Notes alert={alert} field={note} />
          <Suspense fallback={null}>
            <OtherAreas alert={alert} />
          </Suspense>
        </aside>
      </div>
    </div>
  );
}

function Head({ alert, onNote }: { alert: AlertDetail; onNote: () => void }) {
  const words = useWords();
  const isBack = useIsBack(alert);
  return (
    <div className="mt-2 flex flex-wrap items-start gap-x-3.5 gap-y-2">
      <AlertBadge alert={alert} large />
      <div className="min-w-0 flex-1 basis-72">
        <h1>{alertHeadline(words, alert, isBack)}</h1>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-ink-2">
          <PlaceEditor alert={alert} />
        </div>
        <AlertHints alert={alert} />
      </div>
      <div className="no-print max-sm:w-full">
        <AlertActions key={alert.alertId} alert={alert} onNote={onNote} />
      </div>
    </div>
  );
}
