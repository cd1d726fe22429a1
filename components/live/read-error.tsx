"use client";
import { useEffect, useState } from "react";
import { ErrorState } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { lastGoodWords, retryAfter } from "./retry";

/** What react-query knows of a read that failed. */
export type FailedRead = {
  error: Error | null;
  /** Epoch milliseconds; 0 where it was never read. */
  dataUpdatedAt: number;
  /** Epoch milliseconds. */
  errorUpdatedAt: number;
  refetch: () => unknown;
};

/** A read failed: why, how old is what stands there all the same, and when the next try comes. */
export function ReadError({ of, title, compact }: { of: FailedRead; title?: string; compact?: boolean }) {
  const { now, zone } = useClock();
  const { error, dataUpdatedAt, errorUpdatedAt, refetch } = of;
  return (
    <ErrorState
      title={title}
      compact={compact ?? dataUpdatedAt > 0}
      cause={error?.message ?? ""}
      lastGood={lastGoodWords(dataUpdatedAt, zone, now)}
      nextTry={<NextTry failedAt={errorUpdatedAt} afterMs={retryAfter(error)} />}
      onRetry={() => void refetch()}
    />
  );
}

/** Counts down for the eye alone: a reader of the screen would hear each second. */
function NextTry({ failedAt, afterMs }: { failedAt: number; afterMs: number }) {
  const [now, setNow] = useState(failedAt);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.min(afterMs, failedAt + afterMs - now);
  return (
    <>
      <span aria-hidden="true">{left > 0 ? `Next try in ${Math.ceil(left / 1_000)} s.` : "Trying now."}</span>
      <span className="sr-only">Tried again within {afterMs / 1_000} seconds.</span>
    </>
  );
}
