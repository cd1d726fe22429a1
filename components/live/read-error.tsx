"use client";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { useClock } from "@/components/ui/time";
import { lastGoodWords, retryAfter } from "./retry";

/** A failed read, as react-query describes it. */
export type FailedRead = {
  error: Error | null;
  /** Epoch milliseconds; 0 before the first answer. */
  dataUpdatedAt: number;
  /** Epoch milliseconds. */
  errorUpdatedAt: number;
  refetch: () => unknown;
};

/** A failed read: its cause, the age of the data still shown, the next try. `compact`: a line above that data. */
export function ReadError({
  of: { error, dataUpdatedAt, errorUpdatedAt, refetch },
  title = "Could not be read",
  compact = dataUpdatedAt > 0,
}: {
  of: FailedRead;
  title?: string;
  compact?: boolean;
}) {
  const { now, zone } = useClock();
  return (
    <div
      role="alert"
      className={cx(
        "flex gap-3",
        compact ? "items-center border-b border-hairline px-4 py-2.5" : "items-start px-4 py-6",
      )}
    >
      <Icon name="failed" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title}</p>
        <p className="text-sm text-ink-2">{error?.message ?? ""}</p>
        <p className="text-sm text-ink-3">
          {lastGoodWords(dataUpdatedAt, zone, now)}{" "}
          <NextTry failedAt={errorUpdatedAt} afterMs={retryAfter(error)} />
        </p>
      </div>
      <Button size="sm" icon="again" onClick={() => void refetch()}>
        Try now
      </Button>
    </div>
  );
}

/** A countdown for the eye; screen readers get one sentence, not every second. */
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
