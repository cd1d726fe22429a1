"use client";
import { lazy, useState } from "react";
import { levelOf } from "@/components/ui/alert-words";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { SeverityIcon } from "@/components/ui/severity";
import { Age, SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import { cityOf } from "@/lib/base/core/text";
import { MINUTE_MS } from "@/lib/base/core/time";
import { type Moment, momentsOf } from "./moments";

const RawNotifications = lazy(async () => ({
  default: (await import("./raw-notifications")).RawNotifications,
}));

/** Above this difference between the sender's time and ours both are shown. */
const MAX_DELAY_MS = MINUTE_MS;

/** The history of the alert, newest first, and the raw notifications. */
export function TimeLine({ alert }: { alert: AlertDetail }) {
  const words = useWords();
  const { t } = words;
  const { zone } = useClock();
  const [raw, setRaw] = useState(false);
  const count = alert.notifications.length;
  const moments = momentsOf(words, alert);
  const times = moments.map(({ at }) => at);
  return (
    <Panel title={t("alerts.timeLine.title")} end={t("alerts.timeLine.zone", { city: cityOf(zone) })}>
      <div className="p-4">
        <ol>
          {moments.map((moment) => (
            <Line key={moment.id} moment={moment} among={times} />
          ))}
        </ol>
        <button
          type="button"
          onClick={() => setRaw(true)}
          className="no-print mt-3.5 ml-7 rounded-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
        >
          {t("alerts.raw.open", { count })}
        </button>
      </div>
      {raw && (
        <Dialog wide title={t("alerts.raw.title")} isOpen onClose={() => setRaw(false)}>
          <RawNotifications alertId={alert.alertId} />
        </Dialog>
      )}
    </Panel>
  );
}

function Line({ moment, among }: { moment: Moment; among: readonly string[] }) {
  const words = useWords();
  const { t } = words;
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5.5 not-last:before:bottom-0 not-last:before:left-2 not-last:before:w-px not-last:before:bg-line">
      <span className="pt-0.5">
        {moment.weight ? (
          <SeverityIcon level={levelOf(moment.weight)} className="size-4" />
        ) : (
          <Icon
            name={moment.icon ?? "ok"}
            className={moment.inferred ? "size-4 text-stale-text" : "size-4"}
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex gap-2">
          <span className="min-w-0 flex-1 font-strong wrap-anywhere">{moment.what}</span>
          <SiteTime at={moment.at} among={among} className="text-sm whitespace-nowrap" />
        </div>
        <div className="text-sm text-ink-3">
          <Age at={moment.at} />
          {moment.until && (
            <>
              , {rich(words, "alerts.timeLine.until", { time: <SiteTime at={moment.until} among={among} /> })}
            </>
          )}
          {moment.received && <Received {...moment.received} among={[...among, moment.at]} />}
          {moment.inferred && `, ${t("alerts.timeLine.inferred")}`}
        </div>
        {moment.odd && (
          <div className="flex gap-1.5 text-sm text-stale-text">
            <Icon name="clock" className="mt-0.5 size-3.5 shrink-0" />
            {moment.odd}
          </div>
        )}
      </div>
    </li>
  );
}

/** The delay of a notification; after a long one, or a negative one, also the time of receipt. */
function Received({ at, afterMs, among }: NonNullable<Moment["received"]> & { among: readonly string[] }) {
  const words = useWords();
  const length = words.formatDuration(Math.abs(afterMs));
  if (Math.abs(afterMs) <= MAX_DELAY_MS)
    return afterMs >= 0 && `, ${words.t("alerts.timeLine.receivedIn", { length })}`;
  const late = afterMs > 0 ? "alerts.timeLine.receivedLate" : "alerts.timeLine.receivedEarly";
  return <>, {rich(words, late, { length, time: <SiteTime at={at} among={among} /> })}</>;
}
