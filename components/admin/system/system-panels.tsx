"use client";

import type { ReactNode } from "react";
import { Panel } from "@/components/ui/panel";
import { Age, Since, SiteTime, TimeWithAge } from "@/components/ui/time";
import { formatBytes, formatCount, formatShare } from "@/lib/base/core/numbers";
import { formatDuration, SECOND_MS } from "@/lib/base/core/time";
import type { SystemView } from "@/lib/operations/system/contract";
import { DataTable } from "../data-table";
import { FindingLine, StateMark } from "./state-mark";

type Of = { system: SystemView };

/** Names and values in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[--spacing(28)_minmax(0,1fr)] gap-x-4 gap-y-2 px-4 py-3.5 text-sm">
      {children}
    </dl>
  );
}

/** A name and its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

/** What runs, where, and since when. */
export function VersionPanel({ system: { version, commit, node, postgres, host, startedAt } }: Of) {
  return (
    <Panel title="Version">
      <Facts>
        <Fact name="Leafwatch">
          {version}
          {commit && (
            <span title={commit} className="text-ink-3">
              {" "}
              (<span className="font-mono">{commit.slice(0, 10)}</span>)
            </span>
          )}
        </Fact>
        <Fact name="Node.js">{node}</Fact>
        <Fact name="Postgres">{postgres}</Fact>
        <Fact name="Machine">{host}</Fact>
        <Fact name="Running">
          for <Since at={startedAt} />, since <SiteTime at={startedAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}

/** The receiver, which keeps notifications while Leafwatch restarts: if it runs, since when, and what it holds. */
export function ReceiverPanel({ receiver }: { receiver: SystemView["receiver"] }) {
  return (
    <Panel title="Receiver">
      {receiver === null ? (
        <p className="px-4 py-3.5 text-sm text-ink-2">
          Not used. A receiver keeps notifications that arrive while Leafwatch restarts. Start one with{" "}
          <code className="font-mono text-xs">npm run receiver</code>.
        </p>
      ) : (
        <Facts>
          <Fact name="State">
            <ReceiverWords receiver={receiver} />
          </Fact>
          <Fact name="Holds">{heldWords(receiver)}</Fact>
          {receiver.oldestAt && (
            <Fact name="Oldest">
              <TimeWithAge at={receiver.oldestAt} />
            </Fact>
          )}
          {receiver.failure && (
            <Fact name="Spool">
              <FindingLine finding={{ state: "bad", is: `Cannot be written: ${receiver.failure}` }} />
            </Fact>
          )}
        </Facts>
      )}
    </Panel>
  );
}

function ReceiverWords({
  receiver: { is, startedAt, at },
}: {
  receiver: NonNullable<SystemView["receiver"]>;
}) {
  if (is === "running")
    return (
      <>
        Running for <Since at={startedAt} />, since <SiteTime at={startedAt} />
      </>
    );
  return (
    <span className="font-medium">
      {is === "stopped" ? "Stopped" : "No sign of life since"} <TimeWithAge at={at} />
    </span>
  );
}

function heldWords({ waiting }: NonNullable<SystemView["receiver"]>): string {
  if (waiting === 0) return "Nothing";
  return `${waiting === 1 ? "1 notification" : `${formatCount(waiting)} notifications`}, until Leafwatch answers`;
}

/** The disks, with the room that is left and the limits below which doctor warns. */
export function DiskPanel({ system: { disks, limits } }: Of) {
  return (
    <Panel
      title="Disk"
      footer={`Attention below ${formatBytes(limits.low)} free, error below ${formatBytes(limits.full)}.`}
    >
      <ul className="divide-y divide-hairline">
        {disks.map((disk) => (
          <li key={disk.name} className="px-4 py-3.5">
            <Disk disk={disk} limits={limits} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Disk({
  disk: { name, folder, free, total },
  limits,
}: {
  disk: SystemView["disks"][number];
  limits: SystemView["limits"];
}) {
  const place = <p className="font-mono text-xs wrap-anywhere text-ink-3">{folder}</p>;
  if (free === null || total === null || total === 0)
    return (
      <>
        <p>
          <span className="font-medium">{name}</span>: its room is not known
        </p>
        {place}
      </>
    );
  const used = 1 - free / total;
  const state = free < limits.full ? "bad" : free < limits.low ? "warn" : "ok";
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2">
        <StateMark state={state} />
        <span className="font-medium">{name}</span>
        <span className="ml-auto text-sm">
          {formatBytes(free)} free <span className="text-ink-3">of {formatBytes(total)}</span>
        </span>
      </div>
      <div
        role="img"
        aria-label={`${formatShare(used)} used`}
        className="my-2 h-2 overflow-hidden rounded-1 border border-line bg-sunken"
      >
        <span className="block h-full bg-ink-3" style={{ width: `${used * 100}%` }} />
      </div>
      {place}
    </>
  );
}

/** Sizes of the database, its largest tables, and the spool. */
export function SizePanel({ system: { sizes } }: Of) {
  return (
    <Panel
      title="Sizes"
      hint={`${formatBytes(sizes.database)} in the database, ${formatBytes(sizes.spool.bytes)} in the spool`}
      className="overflow-hidden"
    >
      <DataTable
        isDense
        isStacked={false}
        rows={sizes.tables}
        keyOf={({ name }) => name}
        columns={[
          { head: "Largest tables", className: "font-mono text-sm wrap-anywhere", cell: ({ name }) => name },
          {
            head: "Rows, about",
            isNumber: true,
            className: "text-sm",
            cell: ({ rows }) => formatCount(rows),
          },
          {
            head: "Size",
            isNumber: true,
            className: "text-sm whitespace-nowrap",
            cell: ({ bytes }) => formatBytes(bytes),
          },
        ]}
      />
    </Panel>
  );
}

/** The queue of background jobs. */
export function JobPanel({ system: { jobs } }: Of) {
  return (
    <Panel title="Background jobs">
      <Facts>
        <Fact name="Running">{formatCount(jobs.running)}</Fact>
        <Fact name="Waiting">
          {formatCount(jobs.waiting)}
          {jobs.oldestAt && (
            <span className="text-ink-3">
              , the oldest due <Age at={jobs.oldestAt} />
            </span>
          )}
        </Fact>
        <Fact name="Failed">{formatCount(jobs.failed)}</Fact>
        {jobs.failing.length > 0 && (
          <Fact name="Tried again">
            <ul className="grid gap-1">
              {jobs.failing.map(({ id, task, attempts, nextTryAt }) => (
                <li key={id}>
                  <span className="font-mono text-xs">{task}</span>
                  {attempts === 1 ? " failed once" : ` failed ${attempts} times`}, next try{" "}
                  <SiteTime at={nextTryAt} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/** Certificates of the configured addresses. */
export function CertificatePanel({ system: { certificates } }: Of) {
  return (
    <Panel title="Certificates" hint="checked once an hour" className="overflow-hidden">
      {certificates.length === 0 ? (
        <p className="px-4 py-3.5 text-sm text-ink-2">No configured address uses https.</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {certificates.map(({ name, host, until, checkedAt, finding }) => (
            <li key={`${name} ${host}`} className="px-4 py-3">
              <FindingLine finding={finding} />
              <p className="mt-1 pl-7 text-xs wrap-anywhere text-ink-3">
                {host}
                {until && (
                  <>
                    , until <SiteTime at={until} />
                  </>
                )}
                , checked <Age at={checkedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The clocks that times come from, beside this machine's. */
export function ClockPanel({ system: { clocks } }: Of) {
  return (
    <Panel title="Clocks" hint="compared with this machine’s" className="overflow-hidden">
      <DataTable
        isDense
        isStacked={false}
        rows={clocks}
        keyOf={({ name }) => name}
        columns={[
          {
            head: "Clock",
            className: "text-sm",
            cell: ({ name, finding: { state } }) => (
              <span className="flex items-center gap-2">
                <StateMark state={state} />
                <span className="min-w-0 wrap-anywhere first-letter:uppercase">{name}</span>
              </span>
            ),
          },
          {
            head: "Difference",
            isNumber: true,
            className: "text-sm whitespace-nowrap",
            cell: ({ aheadMs }) => difference(aheadMs),
          },
        ]}
      />
    </Panel>
  );
}

function difference(aheadMs: number | null): string {
  if (aheadMs === null) return "not known";
  const off = Math.abs(aheadMs);
  if (off < 2 * SECOND_MS) return "under 2 s";
  return `${formatDuration(off)} ${aheadMs > 0 ? "ahead" : "behind"}`;
}
