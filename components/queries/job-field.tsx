"use client";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { cx } from "@/components/ui/cx";
import { Field } from "@/components/ui/field";
import { listJobs } from "@/lib/farm/areas/contract";
import { SuggestionList } from "./suggestion-list";
import { type Suggestion, useSuggestions } from "./use-suggestions";

const MOST_OFFERED = 30;

/** One growth job: typed, or one of those that had readings. */
export function JobField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (job: string) => void;
  error?: string;
}) {
  const offered = useOffered(value);
  const list = useSuggestions(offered, onChange);
  return (
    <Field label="Growth job" error={error}>
      {(ids) => (
        <div className="relative">
          <input
            {...list.inputProps}
            {...ids}
            type="text"
            value={value}
            placeholder="Any job"
            className={cx(
              "h-8.5 w-full min-w-0 rounded-2 border bg-surface px-2.5 text-base touch:h-target touch:text-lg",
              error ? "border-ink-1" : "border-control",
            )}
            onChange={(event) => {
              onChange(event.target.value);
              list.setAt(0);
              list.open();
            }}
            onClick={list.open}
            onBlur={list.close}
            onKeyDown={(event) => {
              if (!list.onKeyDown(event) && event.key === "Enter") event.preventDefault();
            }}
          />
          <SuggestionList label="Known jobs" offered={offered} list={list} />
        </div>
      )}
    </Field>
  );
}

/** Known jobs that hold what is typed, the newest first; none once it is exactly one of them. */
function useOffered(typed: string): Suggestion[] {
  const tenant = useTenant();
  const { data } = useEndpoint(listJobs, { query: { tenant } }, { enabled: tenant !== undefined });
  const jobs = data?.items ?? [];
  if (jobs.some((job) => job.jobId === typed)) return [];
  const text = typed.trim().toLocaleLowerCase();
  return jobs
    .filter((job) => job.jobId.toLocaleLowerCase().includes(text))
    .slice(0, MOST_OFFERED)
    .map((job) => ({ id: job.jobId, label: job.jobId, hint: job.current ? "current" : undefined }));
}
