"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ReadError } from "@/components/live/read-error";
import { readEvery } from "@/components/live/retry";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/states";
import { TimeWithAge } from "@/components/ui/time";
import {
  needingAttention,
  readProgress,
  readSystem,
  type SystemFinding,
  type SystemView as SystemState,
} from "@/lib/operations/system/contract";
import { BackupPanel } from "./backup-panel";
import { KeyPanel } from "./key-panel";
import { FindingLine } from "./state-mark";
import {
  CertificatePanel,
  ClockPanel,
  DiskPanel,
  JobPanel,
  ReceiverPanel,
  SizePanel,
  VersionPanel,
} from "./system-panels";

const READ_EVERY_MS = 30_000;
const READ_BUSY_EVERY_MS = 1_500;

/** A backup or a rotation is under way. */
function isBusy(system: Pick<SystemState, "keys" | "backups"> | undefined): boolean {
  const run = system?.keys.run;
  const rotates = run != null && run.finishedAt === null;
  return rotates || (system?.backups.runs.some(({ outcome }) => outcome === "running") ?? false);
}

/**
 * How the installation stands, read again every half minute; while a backup or a rotation is under way or awaited, what
 * moves meanwhile every second or so.
 */
function useSystem(isAwaited: boolean) {
  const client = useQueryClient();
  const read = useEndpoint(readSystem, {}, { refetchInterval: readEvery(READ_EVERY_MS) });
  const [isFollowing, setFollowing] = useState(false);
  const follows = isFollowing || isAwaited;
  const progress = useEndpoint(
    readProgress,
    {},
    { enabled: follows, refetchInterval: readEvery(READ_BUSY_EVERY_MS) },
  );
  const isNewer = progress.data !== undefined && progress.dataUpdatedAt > read.dataUpdatedAt;
  const data = read.data && isNewer ? { ...read.data, ...progress.data } : read.data;
  const busy = isBusy(data);
  if (busy !== isFollowing) setFollowing(busy);
  // What it leaves behind is told by the findings.
  useEffect(() => {
    if (follows) return () => void client.invalidateQueries({ queryKey: [readSystem.path] });
  }, [follows, client]);
  return { read, data, error: read.error };
}

/** How the installation stands. */
export function SystemView() {
  const [isAwaited, setAwaited] = useState(false);
  const { read, data, error } = useSystem(isAwaited);
  if (!data)
    return (
      <Panel label="System">
        {error ? <ReadError of={read} /> : <SkeletonRows rows={8} label="Reading the state of the system" />}
      </Panel>
    );
  return (
    <div className="grid gap-4">
      {error && <ReadError of={read} title="These figures may be out of date" />}
      <FindingPanel findings={data.findings} at={data.at} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <VersionPanel system={data} />
          <KeyPanel keys={data.keys} />
          <DiskPanel system={data} />
          <SizePanel system={data} />
        </div>
        <div className="grid min-w-0 gap-4">
          <div id="backups" className="min-w-0 scroll-mt-20">
            <BackupPanel system={data} onAwait={setAwaited} />
          </div>
          <ReceiverPanel receiver={data.receiver} />
          <JobPanel system={data} />
          <CertificatePanel system={data} />
          <ClockPanel system={data} />
        </div>
      </div>
    </div>
  );
}

function FindingPanel({ findings, at }: { findings: SystemFinding[]; at: string }) {
  const wrong = needingAttention(findings);
  const good = findings.filter(({ state }) => state === "ok");
  return (
    <Panel
      title="Needs attention"
      count={wrong.length}
      end={
        <span>
          Checked <TimeWithAge at={at} />
        </span>
      }
    >
      {wrong.length === 0 ? (
        <p className="flex items-center gap-2.5 px-4 py-3.5 font-medium">
          <Icon name="ok" className="size-4.5 shrink-0 text-healthy" />
          Everything that was checked is in order.
        </p>
      ) : (
        <ul className="divide-y divide-hairline">
          {wrong.map((finding) => (
            <li key={finding.is} className="px-4 py-3">
              <FindingLine finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {good.length > 0 && (
        <details className="border-t border-hairline">
          <summary className="cursor-pointer px-4 py-3 text-sm text-ink-2 -outline-offset-2 hover:text-ink-1">
            {good.length === 1 ? "1 check is in order" : `${good.length} checks are in order`}
          </summary>
          <ul className="grid gap-2 px-4 pb-3.5">
            {good.map((finding) => (
              <li key={finding.is}>
                <FindingLine finding={finding} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}
