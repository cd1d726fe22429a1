"use client";
import { useEvidence } from "@/components/alerts/evidence-parts";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { JobLink } from "@/components/places/job-link";
import { badgeWordOf, beganAt, CLOSE_WORDS, noValueWords } from "@/components/ui/alert-words";
import { Num } from "@/components/ui/num";
import { Fact } from "@/components/ui/panel";
import { Since, SiteTime, useClock } from "@/components/ui/time";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import { formatValue } from "@/lib/base/core/numbers";
import { shortName } from "@/lib/base/core/text";
import { formatDuration, siteHour } from "@/lib/base/core/time";
import { listJobs } from "@/lib/farm/jobs/contract";
import { cropDayWords } from "@/lib/farm/jobs/rules";
import { useIsBack, useUsualChart } from "./use-alert-chart";

/** The facts of an alert in one line of cells: duration, severity, values, job, owner. */
export function AlertFacts({ alert }: { alert: AlertDetail }) {
  const evidence = useEvidence(alert.alertId);
  const isBack = useIsBack(alert);
  return (
    <dl className="grid grid-flow-col overflow-hidden rounded-3 border border-hairline bg-surface max-lg:grid-flow-row max-lg:grid-cols-3 max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 [&>*]:-mt-px [&>*]:-ml-px [&>*]:border-t [&>*]:border-l [&>*]:border-hairline">
      <Length alert={alert} />
      {alert.severity && alert.status === "open" && alert.severitySince && (
        <Fact
          label={`${badgeWordOf(alert)} for`}
          value={<Since at={alert.severitySince} />}
          note={
            <>
              since <SiteTime at={alert.severitySince} />
            </>
          }
        />
      )}
      <Fact
        label="Last value"
        value={<Num value={evidence?.last?.value} index={evidence?.index} />}
        note={
          evidence?.last ? (
            <>
              {evidence.unit}, <SiteTime at={evidence.last.at} />
              {isBack && ", back in its earlier band"}
            </>
          ) : (
            evidence && noValueWords(alert, evidence.index)
          )
        }
      />
      <Before alert={alert} />
      <Job alert={alert} />
      <Fact
        label={alert.status === "open" ? "Who has it" : "Who had it"}
        value={
          alert.owner ? (
            <span title={alert.owner}>{shortName(alert.owner)}</span>
          ) : (
            `Nobody${alert.status === "open" ? " yet" : ""}`
          )
        }
        note={
          alert.acknowledgedAt && (
            <>
              since <SiteTime at={alert.acknowledgedAt} />, <Since at={alert.acknowledgedAt} />
            </>
          )
        }
      />
    </dl>
  );
}

/** The time that the alert has been open, or was open. */
function Length({ alert }: { alert: AlertDetail }) {
  const began = beganAt(alert);
  if (alert.status === "open" || alert.closedAt === null)
    return (
      <Fact
        label="Open for"
        value={<Since at={began} />}
        note={
          <>
            {alert.raisedAt ? "raised " : "first heard of "}
            <SiteTime at={began} />
          </>
        }
      />
    );
  return (
    <Fact
      label="Was open for"
      value={formatDuration(Date.parse(alert.closedAt) - Date.parse(began))}
      note={
        <>
          {alert.closeReason ? CLOSE_WORDS[alert.closeReason] : "closed"}{" "}
          <SiteTime at={alert.closedAt} among={[began]} />
        </>
      }
    />
  );
}

/** The earlier band, to compare the last value with; of its hour where the index has a daily course. */
function Before({ alert }: { alert: AlertDetail }) {
  const { zone } = useClock();
  const evidence = useEvidence(alert.alertId);
  const band = useUsualChart(alert)?.band;
  const last = evidence?.last;
  const ofHour = last && band?.hours?.[siteHour(new Date(last.at), zone)];
  if (!band)
    return (
      <Fact
        label="Before the alert"
        value={<Num value={null} />}
        note={band === null && "too few readings to say"}
      />
    );
  const range = ofHour ?? band.range;
  return (
    <Fact
      label="Before the alert"
      value={`${formatValue(range.low)} to ${formatValue(range.high)}`}
      note={
        <>
          {evidence && `${evidence.unit}, `}
          {ofHour && (
            <>
              at <SiteTime at={last.at} />,{" "}
            </>
          )}
          {band.hours && !ofHour && "by day, "}
          {`${band.days}\u00a0days`}
        </>
      }
    />
  );
}

function Job({ alert }: { alert: AlertDetail }) {
  const { data } = useTenantEndpoint(listJobs);
  const job = data?.items.find((one) => one.jobId === alert.jobId);
  const areas = job && `${job.areas.length} ${job.areas.length === 1 ? "area" : "areas"}`;
  return (
    <Fact
      label="Growth job"
      value={
        job ? <JobLink jobId={job.jobId} name={job.name} /> : <span title={alert.jobId}>{alert.jobId}</span>
      }
      note={job ? `${cropDayWords(job)}, ${areas}` : data && "not in any reading"}
    />
  );
}
