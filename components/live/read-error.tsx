"use client";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { liveRegion } from "@/components/ui/live-region";
import { Panel } from "@/components/ui/panel";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
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

type Failure = { of: FailedRead; title?: string | undefined };

/**
 * A failed read: its cause, the age of the data still shown, the next try. Beside data it lies over the page and moves
 * nothing; without any it stands in its place. `compact`: a line, without the room of an empty panel.
 */
export function ReadError({ compact = false, ...failure }: Failure & { compact?: boolean }) {
  if (failure.of.dataUpdatedAt > 0) return <StaleNotice {...failure} />;
  return (
    <div
      role="alert"
      className={cx(
        "flex gap-3",
        compact ? "items-center border-b border-hairline px-4 py-2.5" : "items-start px-4 py-6",
      )}
    >
      <Content {...failure} />
    </div>
  );
}

/** The same in a panel of its own, where the data stands outside of panels. Nothing unless a read failed. */
export function FailedPanel({ of, title }: Failure) {
  const { t } = useWords();
  if (!of.error) return null;
  if (of.dataUpdatedAt > 0) return <StaleNotice of={of} title={title} />;
  return (
    <Panel label={t("live.readError.label")} className="no-print">
      <ReadError of={of} title={title} />
    </Panel>
  );
}

/** Of several only the last is seen: most often the server is away, and all say the same. */
function StaleNotice(failure: Failure) {
  const { t } = useWords();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return createPortal(
    <div
      role="alert"
      className="no-print fixed right-4 bottom-4 z-15 flex min-h-27 w-108 max-w-[calc(100vw-1rem)] items-start gap-3 rounded-3 border border-line bg-raised py-2.5 pr-2 pl-4 shadow-overlay max-sm:right-2 max-sm:bottom-18 max-sm:in-[body:has([data-news])]:bottom-31"
    >
      <Content {...failure} />
      <IconButton
        icon="close"
        label={t("live.dismiss")}
        className="-ml-2"
        onClick={() => setDismissed(true)}
      />
    </div>,
    liveRegion() ?? document.body,
  );
}

function Content({ of: { error, dataUpdatedAt, errorUpdatedAt, refetch }, title }: Failure) {
  const { now, zone } = useClock();
  const words = useWords();
  return (
    <>
      <Icon name="failed" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title ?? words.t("live.readError.title")}</p>
        <p className="text-sm text-ink-2">{error?.message ?? ""}</p>
        <p className="text-sm text-ink-3">
          {lastGoodWords(words, dataUpdatedAt, zone, now)}{" "}
          <NextTry failedAt={errorUpdatedAt} afterMs={retryAfter(error)} />
        </p>
      </div>
      <Button size="sm" icon="again" onClick={() => void refetch()}>
        {words.t("live.tryNow")}
      </Button>
    </>
  );
}

/** A countdown for the eye; screen readers get one sentence, not every second. */
function NextTry({ failedAt, afterMs }: { failedAt: number; afterMs: number }) {
  const { t } = useWords();
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
      <span aria-hidden="true">
        {t("live.readError.nextTry", { seconds: Math.max(0, Math.ceil(left / 1_000)) })}
      </span>
      <span className="sr-only">{t("live.readError.within", { seconds: afterMs / 1_000 })}</span>
    </>
  );
}
