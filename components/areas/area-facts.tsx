"use client";
import { Fragment } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { TimeWithAge } from "@/components/ui/time";
import { type AreaOverview, listJobs } from "@/lib/farm/areas/contract";
import { cropDayWords } from "@/lib/farm/areas/crop-words";

/** So many jobs are named; the list beside the charts has them all. */
const NAMED = 3;

/** Under the state of an area: how old its data is, and which jobs grow there on which day of crop. */
export function AreaFacts({ tenant, item }: { tenant: string; item: AreaOverview }) {
  const { data } = useEndpoint(listJobs, { query: { tenant, area: item.path } });
  const jobs = data?.items.filter((job) => job.current && job.jobId !== "") ?? [];
  if (item.lastReadingAt === null) return null;
  return (
    <p className="min-h-5 text-sm wrap-anywhere text-ink-3">
      Readings until <TimeWithAge at={item.lastReadingAt} className="text-ink-2" />
      {/* On a phone they stand below the charts alone. */}
      <span className="max-sm:hidden">
        {jobs.slice(0, NAMED).map((job) => (
          <Fragment key={job.jobId}>
            {" · "}
            <span className="text-ink-2">{job.jobId}</span> {cropDayWords(job)}
          </Fragment>
        ))}
        {jobs.length > NAMED && ` · and ${jobs.length - NAMED} more jobs`}
        {data && jobs.length === 0 && " · no job has readings here now"}
      </span>
    </p>
  );
}
