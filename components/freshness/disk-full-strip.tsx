"use client";
import { useSite } from "@/components/live/site-context";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";

/**
 * Warns about a full disk in the place of the freshness strip, so that nothing moves: its effect for the reader, and what
 * to do. What has no room is in the dialog.
 * @param props.since when it was first seen full
 * @param props.isExtra true where there is no strip: then it lies over the page
 * @param props.onOpen opens the dialog
 */
export function DiskFullStrip({
  since,
  isExtra,
  onOpen,
}: {
  since: Date;
  isExtra: boolean;
  onOpen: () => void;
}) {
  const { t, siteTime } = useWords();
  const { now, zone } = useClock();
  const advice = useDiskFullAdvice();
  return (
    <section
      aria-label={t("freshness.disk.label")}
      className={cx(
        "no-print sticky top-(--bar) z-10 flex h-strip items-center gap-2 overflow-x-clip border-b border-stale bg-stale-tint px-6 text-sm whitespace-nowrap text-stale-text max-lg:px-4 max-sm:h-9",
        isExtra && "-mb-strip max-sm:-mb-9",
      )}
    >
      <Icon name="clock" className="size-4 shrink-0" />
      <p className="min-w-0 truncate">
        <span role="alert" className="font-strong">
          {t("freshness.disk.since", { time: siteTime(since, zone, now) })}
          <span className="max-md:sr-only"> {t("freshness.disk.effect")}</span>
        </span>
        <span className="max-xl:hidden"> {advice}</span>
      </p>
      <button
        type="button"
        onClick={onOpen}
        // On a phone all of the strip, since news may lie on this end of it.
        className="ml-auto shrink-0 font-medium text-accent hover:text-accent-hover sm:touch:min-h-target max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:top-0 max-sm:after:h-target"
      >
        {t("freshness.disk.whatToDo")}
      </button>
    </section>
  );
}

/** What the reader can do about a full disk. */
function useDiskFullAdvice(): string {
  const { t } = useWords();
  const { user } = useSite();
  return user.role === "admin" ? t("freshness.disk.adviceForAdmin") : t("freshness.disk.advice");
}

/** The warning in full, at the top of the dialog. */
export function DiskFullWords({ since }: { since: Date }) {
  const { t, siteTime } = useWords();
  const { now, zone } = useClock();
  const advice = useDiskFullAdvice();
  return (
    <p className="mb-3 text-sm">
      <span className="font-strong">{t("freshness.disk.inFull", { time: siteTime(since, zone, now) })}</span>{" "}
      {advice}
    </p>
  );
}
