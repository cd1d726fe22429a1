"use client";
import { type ReactNode, useState } from "react";
import { useClock } from "@/components/ui/clock";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { SeverityIcon } from "@/components/ui/severity";
import { Age, SiteTime } from "@/components/ui/time";
import type { AlertDetail } from "@/lib/alerts/contract";
import { formatDuration, utcInstant } from "@/lib/core/time";
import { levelOf } from "../words";
import { type Moment, momentsOf } from "./moments";

/** What happened, newest first; below it the notifications as they came. */
export function TimeLine({ alert }: { alert: AlertDetail }) {
  const { zone } = useClock();
  const [raw, setRaw] = useState(false);
  const count = alert.notifications.length;
  return (
    <Panel title="What happened" end={`${zone.split("/").at(-1)?.replaceAll("_", " ")} time`}>
      <div className="p-4">
        <ol>
          {momentsOf(alert).map((moment) => (
            <Line key={moment.id} moment={moment} />
          ))}
        </ol>
        <button
          type="button"
          onClick={() => setRaw(true)}
          className="mt-3.5 ml-7 rounded-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
        >
          {count === 1 ? "1 raw notification" : `${count} raw notifications`}
        </button>
      </div>
      <Dialog wide title="Notifications as they came" isOpen={raw} onClose={() => setRaw(false)}>
        <RawNotifications alert={alert} />
      </Dialog>
    </Panel>
  );
}

function Line({ moment }: { moment: Moment }) {
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5.5 not-last:before:bottom-0 not-last:before:left-2 not-last:before:w-px not-last:before:bg-line">
      <span className="pt-0.5">
        {moment.weight ? (
          <SeverityIcon level={levelOf(moment.weight)} className="size-4" />
        ) : (
          <Icon name={moment.icon ?? "ok"} />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex gap-2">
          <span className="flex-1 font-strong">{moment.what}</span>
          <SiteTime at={moment.at} className="text-sm whitespace-nowrap" />
        </div>
        <div className="text-sm text-ink-3">
          <Age at={moment.at} />
          {moment.receivedAfterMs !== undefined && `, received in ${formatDuration(moment.receivedAfterMs)}`}
        </div>
      </div>
    </li>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-mono text-xs leading-4.5 break-all">{children}</dd>
    </div>
  );
}

function RawNotifications({ alert }: { alert: AlertDetail }) {
  return (
    <ol className="grid gap-4">
      {alert.notifications.map((one) => (
        <li
          key={`${one.notificationId} ${one.event} ${one.timestamp}`}
          className="border-b border-hairline pb-4 last:border-b-0 last:pb-0"
        >
          <dl className="grid grid-cols-[9rem_1fr] gap-y-1 text-sm">
            <Part name="event">{one.event}</Part>
            {one.severity && <Part name="alertSeverity">{one.severity}</Part>}
            {one.previousSeverity && <Part name="previousSeverity">{one.previousSeverity}</Part>}
            {one.closeReason && <Part name="closeReason">{one.closeReason}</Part>}
            <Part name="timestamp, UTC">{utcInstant(new Date(one.timestamp))}</Part>
            <Part name="received, UTC">{utcInstant(new Date(one.receivedAt))}</Part>
            <Part name="notificationId">{one.notificationId ?? "none"}</Part>
          </dl>
        </li>
      ))}
      <li className="text-sm text-ink-3">
        All belong to the alert <span className="font-mono text-xs break-all">{alert.alertId}</span>.
      </li>
    </ol>
  );
}
