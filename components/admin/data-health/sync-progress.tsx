"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { ReadError } from "@/components/live/read-error";
import { readEvery } from "@/components/live/retry";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Link } from "@/components/ui/link";
import { SkeletonRows } from "@/components/ui/states";
import { Age, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { siteDay } from "@/lib/base/core/time";
import { readSync, type SyncTypeView } from "@/lib/history/sync/contract";
import { dropRefetch, stopFetch } from "@/lib/operations/connecting/actions";
import type { ActionResult } from "@/lib/web/http/action-result";
import { SYNC_TYPE_WORDS } from "../tenancies/sync-type-words";
import {
  againWords,
  askProgress,
  comingWords,
  completeShare,
  ledgerWords,
  openStretches,
  reasonChoice,
  stepWords,
  stretchWords,
} from "./sync-words";

/** Live progress by type: the complete part, the current fetch, the next ones, and failures. */
export function SyncProgress({ tenantId }: { tenantId: string }) {
  const { t } = useWords();
  const read = useEndpoint(
    readSync,
    { query: { tenant: tenantId } },
    {
      refetchInterval: (query) =>
        readEvery(query.state.data?.types.some(({ active }) => active) ? 3_000 : 20_000)(query),
    },
  );
  const { data, error } = read;
  if (!data && error) return <ReadError of={read} />;
  if (!data) return <SkeletonRows rows={6} label={t("admin.health.sync.loading")} />;
  return (
    <div className="border-t border-hairline">
      {error && <ReadError of={read} title={t("admin.health.sync.unread")} />}
      {data.types.map((view) => (
        <section
          key={view.type}
          aria-label={t("admin.health.sync.of", { type: t(SYNC_TYPE_WORDS[view.type]) })}
          className="grid gap-3 border-b border-hairline px-4 py-3.5 last:border-b-0"
        >
          <h3>{t(SYNC_TYPE_WORDS[view.type])}</h3>
          <SyncLedger view={view} />
          <dl className="grid gap-x-4 gap-y-2 text-sm grid-cols-[--spacing(16)_minmax(0,1fr)] sm:grid-cols-[--spacing(24)_minmax(0,1fr)]">
            <NowAndNext view={view} tenantId={tenantId} />
            <Wishes view={view} tenantId={tenantId} />
            <Missing view={view} />
          </dl>
        </section>
      ))}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

type Part = { view: SyncTypeView; tenantId: string };

function NowAndNext({ view, tenantId }: Part) {
  const words = useWords();
  const { t } = words;
  const { zone, now } = useClock();
  const { active, coming, type } = view;
  const action = useSyncAction(stopFetch, t("admin.health.sync.stopped"));
  const next = coming.filter(({ reason }, index) => reason !== active?.reason || index > 0);
  return (
    <>
      <Fact name={t("admin.health.sync.now")}>
        {active ? (
          <Line
            end={
              <WordButton
                disabled={action.pending}
                label={t("admin.health.sync.stopOf", { reason: reasonChoice(active.reason) })}
                onClick={() => action.submit({ tenantId, type, id: active.id })}
              >
                {t("admin.health.sync.stop")}
              </WordButton>
            }
          >
            <Link href={`/queries/${encodeURIComponent(active.id)}`} className="font-medium">
              {t("admin.health.sync.fetching", {
                reason: reasonChoice(active.reason),
                period: stretchWords(words, active, { zone, now }),
              })}
            </Link>
            <span className="block wrap-anywhere text-ink-2">{stepWords(words, active)}</span>
          </Line>
        ) : (
          <span className="text-ink-2">
            {t(view.paused ? "admin.health.sync.paused" : "admin.health.sync.nothing")}
          </span>
        )}
        {action.fault && <p className="font-medium">{action.fault.message}</p>}
      </Fact>
      {next.length > 0 && (
        <Fact name={t("admin.health.sync.next")}>
          <ul className="text-ink-2">
            {next.map((one) => (
              <li key={`${one.reason} ${one.from}`}>{comingWords(words, one, now, active !== null)}</li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

function Wishes({ view, tenantId }: Part) {
  const words = useWords();
  const { t } = words;
  const { zone, now } = useClock();
  const action = useSyncAction(dropRefetch, t("admin.health.sync.takenBack"));
  if (view.asks.length === 0) return null;
  return (
    <Fact name={t("admin.health.sync.again")}>
      <ul className="grid gap-2">
        {view.asks.map((ask) => (
          <li key={ask.id}>
            <Line
              end={
                ask.reason === "request" && (
                  <WordButton
                    disabled={action.pending}
                    label={t("admin.health.sync.takeBackOf", {
                      period: stretchWords(words, ask, { zone, now }),
                    })}
                    onClick={() => action.submit({ tenantId, id: ask.id })}
                  >
                    {t("admin.health.sync.takeBack")}
                  </WordButton>
                )
              }
            >
              {stretchWords(words, ask, { zone, now })}
              <span className="block text-ink-3">
                {ask.reason === "late"
                  ? t("admin.health.sync.late", askProgress(ask))
                  : rich(words, "admin.health.sync.requested", {
                      ...askProgress(ask),
                      name: ask.askedBy,
                      age: <Age at={ask.askedAt} />,
                    })}
              </span>
              {ask.lastError && ask.nextTryAt && (
                <span className="block wrap-anywhere text-ink-2">
                  {ask.lastError}{" "}
                  {againWords(words, { failures: ask.failures, nextTryAt: ask.nextTryAt }, now)}
                </span>
              )}
            </Line>
          </li>
        ))}
      </ul>
      {action.fault && <p className="font-medium">{action.fault.message}</p>}
    </Fact>
  );
}

function Missing({ view }: { view: SyncTypeView }) {
  const words = useWords();
  const { t } = words;
  const { zone, now } = useClock();
  const open = openStretches(view);
  if (open.length === 0 && view.troubles.length === 0) return null;
  return (
    <Fact name={t("admin.health.sync.missing")}>
      <ul className="grid gap-2">
        {view.troubles.map((trouble) => (
          <li key={trouble.from}>
            {stretchWords(words, trouble, { zone, now })}
            {trouble.lastError && (
              <span className="block font-medium wrap-anywhere">{trouble.lastError}</span>
            )}
            <span className="block text-ink-3">{againWords(words, trouble, now)}</span>
          </li>
        ))}
        {open.map((one) => (
          <li key={one.from} className="text-ink-2">
            {t("admin.health.sync.notYet", { period: stretchWords(words, one, { zone, now }) })}
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Line({ children, end }: { children: ReactNode; end: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">{children}</div>
      {end}
    </div>
  );
}

/** Runs an action, then refreshes the progress at once. */
export function useSyncAction<Input, Value>(
  run: (input: Input) => Promise<ActionResult<Value>>,
  said: string,
  onDone?: () => void,
) {
  const client = useQueryClient();
  return useAction(run, {
    said,
    onDone: () => {
      onDone?.();
      void client.invalidateQueries({ queryKey: [readSync.path] });
    },
  });
}

type Period = { from: string; to: string };

/** A bar of the wanted history: filled parts are fetched, framed ones failed, the rest is pending. */
function SyncLedger({ view }: { view: SyncTypeView }) {
  const words = useWords();
  const { t, formatDayShort, formatShare, siteTime } = words;
  const { zone, now } = useClock();
  const { wanted, complete, troubles, active } = view;
  const share = completeShare(view);
  return (
    <div>
      <div
        role="img"
        aria-label={ledgerWords(words, view, { zone, now })}
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
        <span>
          {share >= 0.9999
            ? t("admin.health.sync.whole")
            : t("admin.health.sync.share", { share: formatShare(share) })}
        </span>
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
