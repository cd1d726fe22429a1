"use client";
import { useState } from "react";
import { WordButton } from "@/components/forms/words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Icon, type IconName } from "@/components/ui/icon";
import { Age, SiteTime, Span, useClock } from "@/components/ui/time";
import { formatDuration } from "@/lib/base/core/time";
import { type ContactState, type Gap, gapWords, judgeContact } from "@/lib/display/screens/contact";
import type { ScreenLine } from "@/lib/display/screens/contract";

const LOOKS: Record<
  Exclude<ContactState, "never">,
  { word: string; icon: IconName; look: string; ink: string }
> = {
  live: { word: "Live", icon: "ok", look: "", ink: "text-healthy" },
  late: { word: "Late", icon: "clock", look: "font-medium text-stale-text", ink: "text-stale" },
  dark: { word: "Dark", icon: "blind", look: "font-medium text-blind-text", ink: "text-blind" },
};

/** Whether a screen still paints, and when it last did. */
export function ScreenContact({ screen }: { screen: ScreenLine }) {
  const { now } = useClock();
  const { lastPaintAt, revokedAt, page } = screen;
  if (revokedAt !== null)
    return (
      <span className="text-sm">
        Revoked <SiteTime at={revokedAt} />
      </span>
    );
  const state = judgeContact(lastPaintAt, now);
  if (state === "never" || lastPaintAt === null)
    return <span className="text-sm text-ink-3">Has not painted yet</span>;
  const { word, icon, look, ink } = LOOKS[state];
  return (
    <span className="block text-sm">
      <span className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", look)}>
        <Icon name={icon} className={cx("size-4 shrink-0", ink)} />
        {word}
      </span>
      <span className="block text-xs text-ink-3">
        painted {state === "dark" && <SiteTime at={lastPaintAt} />}
        {state === "dark" && ", "}
        <Age at={lastPaintAt} />
      </span>
      {page && state === "live" && <span className="block text-xs text-ink-3">{page}</span>}
    </span>
  );
}

const CAUSES: Record<Gap["cause"], string> = {
  network: "ran without contact",
  off: "off, or its page was closed",
};

/** The times without contact of the last days, and all that are kept on a press. */
export function ScreenGaps({ screen }: { screen: ScreenLine }) {
  const { now, zone } = useClock();
  const [isOpen, setOpen] = useState(false);
  const words = gapWords(screen.gaps, now);
  if (screen.reportedAt === null) return <span className="text-sm text-ink-3">–</span>;
  if (screen.gaps.length === 0) return <span className="text-sm text-ink-3">none</span>;
  const close = () => setOpen(false);
  return (
    <>
      <WordButton className="-mx-1 text-left" label={`Gaps of ${screen.name}`} onClick={() => setOpen(true)}>
        {words ?? "none in 7 days"}
      </WordButton>
      <Dialog
        title={`${screen.name}: times without contact`}
        isOpen={isOpen}
        onClose={close}
        actions={<Button onClick={close}>Close</Button>}
      >
        <ul className="grid gap-2.5 text-sm">
          {screen.gaps.map((gap) => (
            <li key={gap.to}>
              <Span from={gap.from} to={gap.to} zone={zone} />
              <span className="block text-ink-3">
                {formatDuration(Date.parse(gap.to) - Date.parse(gap.from))}, {CAUSES[gap.cause]}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
