"use client";
import { useRef, useState } from "react";
import { useMayAct, useTenant } from "@/components/live/site-context";
import { useServerAction } from "@/components/live/use-server-action";
import { Button, IconButton } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { nameJob } from "@/lib/farm/jobs/actions";
import { type Job, listJobs, MAX_JOB_NAME } from "@/lib/farm/jobs/contract";

/** The name of a job as the heading of its page; growers change it in its place. */
export function JobName({ job }: { job: Pick<Job, "jobId" | "name" | "givenName"> }) {
  const { t } = useWords();
  const mayAct = useMayAct();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <NameForm job={job} onDone={() => setEditing(false)} />;
  return (
    <div className="flex items-start gap-1.5">
      <h1 className="wrap-anywhere">
        <bdi>{job.name}</bdi>
      </h1>
      {mayAct && (
        <IconButton
          icon="pencil"
          label={t("jobs.name.rename")}
          className="no-print touch:-my-2"
          onClick={() => setEditing(true)}
        />
      )}
    </div>
  );
}

function NameForm({ job, onDone }: { job: Pick<Job, "jobId" | "name" | "givenName">; onDone: () => void }) {
  const { t } = useWords();
  const tenant = useTenant();
  const tell = useToast();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const { run, pending } = useServerAction({
    rereads: {
      predicate: ({ queryKey: [path] }) => typeof path === "string" && path.startsWith(listJobs.path),
    },
  });
  const { jobId, givenName } = job;
  const undo = () =>
    void run(() => nameJob({ tenant, jobId, name: givenName })).then((result) =>
      tell({ text: result.ok ? t("jobs.name.undone") : result.error.message }),
    );
  /** An emptied field gives the job the name of its place and first day again. */
  const save = async () => {
    const name = field.current?.value.trim() || null;
    if (name === givenName || name === job.name) return onDone();
    const result = await run(() => nameJob({ tenant, jobId, name }));
    if (!result.ok) return setError(result.error.message);
    tell({ text: t(name === null ? "jobs.name.named" : "jobs.name.renamed"), undo });
    onDone();
  };
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        ref={field}
        label={<span className="sr-only">{t("jobs.name.label")}</span>}
        help={t("jobs.name.help")}
        error={error}
        className="min-w-0 flex-1 basis-60 sm:max-w-120"
        autoFocus
        defaultValue={job.name}
        maxLength={MAX_JOB_NAME}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
      <Button type="submit" variant="primary" pending={pending !== null}>
        {t("forms.save")}
      </Button>
      <Button onClick={onDone}>{t("forms.cancel")}</Button>
    </form>
  );
}
