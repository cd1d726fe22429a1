import { cx } from "@/components/ui/cx";
import { Icon, type IconName } from "@/components/ui/icon";
import type { OUTCOMES } from "@/lib/alerting/deliveries/contract";

export type Outcome = (typeof OUTCOMES)[number];

const LOOKS: Record<Outcome, { word: string; icon: IconName; ok?: boolean; strong?: boolean }> = {
  accepted: { word: "Accepted", icon: "ok", ok: true },
  duplicate: { word: "Duplicate", icon: "flat" },
  quarantined: { word: "Quarantined", icon: "box", strong: true },
  spooled: { word: "Spooled", icon: "clock" },
  rejected: { word: "Rejected", icon: "failed", strong: true },
};

export const outcomeWord = (outcome: Outcome) => LOOKS[outcome].word;
export const outcomeIcon = (outcome: Outcome) => LOOKS[outcome].icon;

/** What became of a delivery: ink, not red, because no plant is in trouble. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const { word, icon, ok, strong } = LOOKS[outcome];
  return (
    <span
      className={cx(
        "flex items-center gap-1.5 text-sm whitespace-nowrap",
        strong ? "font-strong text-ink-1" : "text-ink-2",
      )}
    >
      <Icon name={icon} className={cx("size-4 shrink-0", ok && "text-healthy")} />
      {word}
    </span>
  );
}
