"use client";

import { useEffect, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Age, SiteTime, TimeWithAge } from "@/components/ui/time";
import { formatBytes } from "@/lib/base/core/numbers";
import { backUpNow } from "@/lib/operations/backup/actions";
import type { SystemView } from "@/lib/operations/system/contract";
import { BackupForm } from "./backup-form";
import { ProgressBar } from "./progress-bar";
import { FindingLine, StateMark } from "./state-mark";
import { Fact, Facts } from "./system-panels";

type Backups = SystemView["backups"];
type Run = Backups["runs"][number];

/** A worker takes a job within a second; without one, the page says so after a while. */
const TAKEN_WITHIN_MS = 15_000;

/** Backups: the schedule, the last ones, the one under way, and a button for one now. */
export function BackupPanel({
  system: { backup, backups },
  onAwait,
}: {
  system: SystemView;
  /** Says whether a backup was asked for that has not begun yet. */
  onAwait: (isAwaited: boolean) => void;
}) {
  const [isEditing, setEditing] = useState(false);
  const running = backups.runs.find(({ outcome }) => outcome === "running");
  const newest = backups.runs[0]?.id ?? "";
  const [asked, setAsked] = useState<{ after: string; late: boolean } | null>(null);
  const action = useAction(() => backUpNow({}), {
    onDone: () => setAsked({ after: newest, late: false }),
  });
  const isAwaited = asked !== null && asked.after === newest;
  useEffect(() => {
    if (!isAwaited) return;
    onAwait(true);
    const late = setTimeout(() => setAsked((one) => one && { ...one, late: true }), TAKEN_WITHIN_MS);
    return () => {
      onAwait(false);
      clearTimeout(late);
    };
  }, [isAwaited, onAwait]);
  return (
    <Panel
      title="Backups"
      className="overflow-hidden"
      end={
        <>
          <Button size="sm" onClick={() => setEditing(true)}>
            Schedule
          </Button>
          <Button
            size="sm"
            pending={action.pending || isAwaited || running !== undefined}
            onClick={() => action.submit(undefined)}
          >
            Back up now
          </Button>
        </>
      }
    >
      {action.fault && (
        <div className="border-b border-hairline px-4 py-3">
          <FindingLine finding={{ state: "bad", is: action.fault.message.replace(/\.$/, "") }} />
        </div>
      )}
      {isAwaited && asked.late && (
        <div className="border-b border-hairline px-4 py-3">
          <FindingLine
            finding={{
              state: "warn",
              is: "No process has begun it yet",
              do: "It begins as soon as a process that runs background jobs is free.",
            }}
          />
        </div>
      )}
      {running && <Progress run={running} />}
      <Facts>
        <Fact name="Schedule">{scheduleWords(backups)}</Fact>
        {backups.nextAt && !running && (
          <Fact name="Next">
            <SiteTime at={backups.nextAt} />
          </Fact>
        )}
        <Fact name="Last backup">
          {backup ? (
            <>
              <TimeWithAge at={backup.at} />, {formatBytes(backup.bytes)}
              {backup.verifiedAt ? ", read back and verified" : ", not verified"}
              <span className="block font-mono text-xs wrap-anywhere text-ink-3">{backup.file}</span>
            </>
          ) : (
            "None yet"
          )}
        </Fact>
        <Fact name="Folder">
          <span className="font-mono text-xs">{backups.folder}</span>
          <span className="block text-ink-3">
            {backups.kept.count === 0
              ? "No backup in it yet"
              : `${backups.kept.count === 1 ? "1 backup" : `${backups.kept.count} backups`}, ${formatBytes(backups.kept.bytes)}`}
          </span>
        </Fact>
      </Facts>
      {backups.runs.length > 0 && (
        <details className="border-t border-hairline">
          <summary className="cursor-pointer px-4 py-3 text-sm text-ink-2 -outline-offset-2 hover:text-ink-1">
            Last backups
          </summary>
          <ul className="grid gap-2.5 px-4 pb-3.5 text-sm">
            {backups.runs.map((run) => (
              <li key={run.id}>
                <RunLine run={run} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {isEditing && <BackupForm backups={backups} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function scheduleWords({ settings: { at, everyHours, keepDaily, keepWeekly }, zone }: Backups): string {
  const kept = `keeps ${keepDaily} daily and ${keepWeekly} weekly`;
  if (at !== null) return `Every day at ${at} (${zone}), ${kept}`;
  if (everyHours === null) return "Off";
  return `${everyHours === 1 ? "Every hour" : `Every ${everyHours} hours`}, ${kept}`;
}

function Progress({ run: { tablesDone, tablesTotal, startedAt } }: { run: Run }) {
  const words =
    tablesTotal === 0 || tablesDone < tablesTotal
      ? `Table ${tablesDone + 1} of ${Math.max(tablesTotal, 1)}`
      : "Reading it back";
  return (
    <div className="border-b border-hairline px-4 py-3">
      <ProgressBar label="Backup" done={tablesDone} of={tablesTotal}>
        <span className="font-medium">Backing up.</span> {words}, begun <Age at={startedAt} />
      </ProgressBar>
    </div>
  );
}

const OUTCOMES = { running: "Under way", made: "Made and verified", failed: "Failed" };
const TRIGGERS = { schedule: "by schedule", page: "from this page", command: "by command" };

function RunLine({ run: { outcome, startedAt, trigger, by, bytes, error } }: { run: Run }) {
  return (
    <div className="flex gap-2.5">
      <StateMark state={outcome === "failed" ? "bad" : "ok"} />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className={outcome === "failed" ? "font-medium" : undefined}>{OUTCOMES[outcome]}</span>,{" "}
          <SiteTime at={startedAt} />
          <span className="text-ink-3">
            , {TRIGGERS[trigger]}
            {trigger === "page" && ` (${by})`}
            {bytes !== null && `, ${formatBytes(bytes)}`}
          </span>
        </p>
        {error && <p className="text-ink-2">{error}</p>}
      </div>
    </div>
  );
}
