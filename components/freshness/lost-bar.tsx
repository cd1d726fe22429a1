"use client";
import { useEffect, useState } from "react";
import { useLive } from "@/components/live/live-provider";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { useClock, useServerTime } from "@/components/ui/time";
import { useWords } from "@/components/words/words";

/** Since when the event stream is silent; null while it is not. */
export function useLost(): { since: number; nextTryAt: number | null } | null {
  const live = useLive();
  return live.state === "lost" ? live : null;
}

/** Says that the page is out of date because the server is lost, and counts down to the next try. */
export function LostBar({
  since,
  nextTryAt,
  isExtra,
}: {
  since: number;
  nextTryAt: number | null;
  /** True where it does not replace the freshness strip: then it lies over the page and moves nothing. */
  isExtra: boolean;
}) {
  const { t, timeOfDay } = useWords();
  const { zone } = useClock();
  const toServer = useServerTime();
  const left = useSecondsUntil(nextTryAt);
  return (
    <div
      className={cx(
        "sticky top-(--bar) z-10 flex h-strip items-center gap-2 overflow-x-clip border-b border-blind bg-blind-tint px-6 text-sm whitespace-nowrap text-blind-text hatch max-lg:px-4 max-sm:h-9",
        isExtra && "-mb-strip max-sm:-mb-9",
      )}
    >
      <Icon name="blind" className="size-4 shrink-0" />
      <span role="alert" className="rounded-1 bg-blind-tint px-1 font-strong">
        {t("freshness.lost.since", { time: timeOfDay(toServer(since), zone) })}
      </span>
      <span className="rounded-1 bg-blind-tint px-1">
        {t("freshness.lost.nextTry", { seconds: Math.max(0, left) })}
      </span>
      <span className="rounded-1 bg-blind-tint px-1 max-md:hidden">{t("freshness.lost.notLive")}</span>
    </div>
  );
}

/** @param at by performance.now(); null: now */
function useSecondsUntil(at: number | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(at === null ? 0 : Math.ceil((at - performance.now()) / 1000));
    tick();
    if (at === null) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}
