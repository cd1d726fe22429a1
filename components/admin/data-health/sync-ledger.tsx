"use client";
import { useClock } from "@/components/ui/time";
import { formatDayShort, siteDay, siteTime } from "@/lib/base/core/time";
import type { SyncTypeView } from "@/lib/history/sync/contract";
import { completeShare, ledgerWords } from "./sync-words";

type Period = { from: string; to: string };

/** What of the wanted history is complete: filled is fetched, a frame could not be, the rest is yet to come. */
export function SyncLedger({ view }: { view: SyncTypeView }) {
  const { zone, now } = useClock();
  const { wanted, complete, troubles, active } = view;
  const share = completeShare(view);
  return (
    <div>
      <div
        role="img"
        aria-label={ledgerWords(view, { zone, now })}
        className="relative h-5 overflow-hidden rounded-1 border border-line bg-sunken"
      >
        {complete.map((one) => (
          <Bar key={one.from} wanted={wanted} period={one} look="bg-ink-3" />
        ))}
        {active && active.reason !== "newest" && (
          <Bar wanted={wanted} period={active} look="border-x border-ink-1 bg-ink-3 opacity-45" />
        )}
        {troubles.map((one) => (
          <Bar key={one.from} wanted={wanted} period={one} look="border-2 border-ink-1 bg-surface" />
        ))}
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-xs text-ink-3" aria-hidden="true">
        <span>{formatDayShort(siteDay(new Date(wanted.from), zone))}</span>
        <span>{share >= 0.9999 ? "complete" : `${Math.floor(share * 100)} % of it complete`}</span>
        <span>{siteTime(new Date(wanted.to), zone, now)}</span>
      </p>
    </div>
  );
}

function Bar({ wanted, period, look }: { wanted: Period; period: Period; look: string }) {
  const start = Date.parse(wanted.from);
  const length = Math.max(Date.parse(wanted.to) - start, 1);
  const share = (text: string) => Math.min(1, Math.max(0, (Date.parse(text) - start) / length)) * 100;
  const [left, right] = [share(period.from), share(period.to)];
  if (right <= left) return null;
  return (
    <span
      className={`absolute inset-y-0 min-w-0.5 ${look}`}
      style={{ left: `${left}%`, width: `${right - left}%` }}
    />
  );
}
