"use client";
import { useEvidence } from "@/components/alerts/evidence-parts";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { JobLink } from "@/components/places/job-link";
import { badgeWordOf, beganAt, noValueWords } from "@/components/ui/alert-words";
import { Num } from "@/components/ui/num";
import { Fact } from "@/components/ui/panel";
import { Since, SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import { shortName } from "@/lib/base/core/text";
import { siteHour } from "@/lib/base/core/time";
import { listJobs } from "@/lib/farm/jobs/contract";
import { cropDayWords } from "@/lib/farm/jobs/rules";
import { useIsBack, useUsualChart } from "./use-alert-chart";

/** The facts of an alert in one line of cells: duration, severity, values, job, owner. */
export function AlertFacts({ alert }: { alert: AlertDetail }) {
  const words = useWords();
  const { t } = words;
  const evidence = useEvidence(alert.alertId);
  const isBack = useIsBack(alert);
  return (
    <dl className="grid grid-flow-col overflow-hidden rounded-3 border border-hairline bg-surface max-lg:grid-flow-row max-lg:grid-cols-3 max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 [&>*]:-mt-px [&>*]:-ml-px [&>*]:border-t [&>*]:border-l [&>*]:border-hairline">
      <Length alert={alert} />
      {alert.severity && alert.status === "open" && alert.severitySince && (
        <Fact
          label={t("alerts.facts.severityFor", { severity: badgeWordOf(alert) })}
          value={<Since at={alert.severitySince} />}
          note={rich(words, "alerts.times.since", { time: <SiteTime at={alert.severitySince} /> })}
        />
      )}
      <Fact
        label={t("alerts.columns.value")}
        value={<Num value={evidence?.last?.value} index={evidence?.index} />}
        note={
          evidence?.last ? (
            <>
              {evidence.unit}, <SiteTime at={evidence.last.at} />
              {isBack && `, ${t("alerts.facts.isBack")}`}
            </>
          ) : (
            evidence && noValueWords(words, alert, evidence.index)
          )
        }
      />
      <Before alert={alert} />
      <Job alert={alert} />
      <Fact
        label={t(alert.status === "open" ? "alerts.columns.owner" : "alerts.columns.ownerOfClosed")}
        value={
          alert.owner ? (
            <span title={alert.owner}>{shortName(alert.owner)}</span>
          ) : (
            t(alert.status === "open" ? "alerts.facts.nobodyYet" : "alerts.facts.nobody")
          )
        }
        note={
          alert.acknowledgedAt &&
          rich(words, "alerts.facts.sinceFor", {
            time: <SiteTime at={alert.acknowledgedAt} />,
            length: <Since at={alert.acknowledgedAt} />,
          })
        }
      />
    </dl>
  );
}

/** The time that the alert has been open, or was open. */
function Length({ alert }: { alert: AlertDetail }) {
  const words = useWords();
  const { t, formatDuration } = words;
  const began = beganAt(alert);
  if (alert.status === "open" || alert.closedAt === null)
    return (
      <Fact
        label={t("alerts.facts.openFor")}
        value={<Since at={began} />}
        note={rich(words, alert.raisedAt ? "alerts.times.raised" : "alerts.facts.firstHeard", {
          time: <SiteTime at={began} />,
        })}
      />
    );
  return (
    <Fact
      label={t("alerts.columns.openFor")}
      value={formatDuration(Date.parse(alert.closedAt) - Date.parse(began))}
      note={rich(words, "alerts.facts.closed", {
        reason: alert.closeReason ?? "other",
        time: <SiteTime at={alert.closedAt} among={[began]} />,
      })}
    />
  );
}

/** The earlier band, to compare the last value with; of its hour where the index has a daily course. */
function Before({ alert }: { alert: AlertDetail }) {
  const words = useWords();
  const { t, formatValue } = words;
  const { zone } = useClock();
  const evidence = useEvidence(alert.alertId);
  const band = useUsualChart(alert)?.band;
  const last = evidence?.last;
  const ofHour = last && band?.hours?.[siteHour(new Date(last.at), zone)];
  if (!band)
    return (
      <Fact
        label={t("alerts.facts.before")}
        value={<Num value={null} />}
        note={band === null && t("alerts.facts.tooFew")}
      />
    );
  const range = ofHour ?? band.range;
  return (
    <Fact
      label={t("alerts.facts.before")}
      value={t("alerts.facts.range", { low: formatValue(range.low), high: formatValue(range.high) })}
      note={
        <>
          {evidence && `${evidence.unit}, `}
          {ofHour && <>{rich(words, "alerts.facts.atHour", { time: <SiteTime at={last.at} /> })} </>}
          {band.hours && !ofHour && `${t("alerts.facts.byDay")} `}
          {t("alerts.facts.days", { count: band.days })}
        </>
      }
    />
  );
}

function Job({ alert }: { alert: AlertDetail }) {
  const words = useWords();
  const { t } = words;
  const { data } = useTenantEndpoint(listJobs);
  const job = data?.items.find((one) => one.jobId === alert.jobId);
  const areas = job && t("alerts.facts.areas", { count: job.areas.length });
  return (
    <Fact
      label={t("alerts.facts.job")}
      value={
        job ? <JobLink jobId={job.jobId} name={job.name} /> : <span title={alert.jobId}>{alert.jobId}</span>
      }
      note={job ? `${cropDayWords(words, job)}, ${areas}` : data && t("alerts.facts.noReadings")}
    />
  );
}
