import type { ReactNode } from "react";
import { CATEGORY_FACTS, type SeverityCounts as Counts } from "@/lib/base/core/severity";
import { cx } from "./cx";

/** The severity of an alert, or the rank of a plant alert's category (docs/spec/design.md "Severity"). */
export type SeverityLevel = "high" | "medium" | "low" | "plain";

export const SEVERITY_LEVELS: SeverityLevel[] = ["high", "medium", "low", "plain"];

export const LEVEL_WORDS: Record<SeverityLevel, string> = {
  high: "HIGH",
  medium: "MEDIUM",
  low: "LOW",
  plain: "RECOVERY",
};

const WORD_OF_LEVEL: Record<SeverityLevel, string> = Object.fromEntries(
  Object.values(CATEGORY_FACTS).map(({ word, level }) => [level, word]),
) as Record<SeverityLevel, string>;

/**
 * The words for all alerts of a level: HIGH, CRITICAL if all are plant alerts, or both, so that an alert is counted under
 * the word of its own badge.
 */
export function levelWords(level: SeverityLevel, all: Counts, plants: Counts): string[] {
  const words = [
    ...(plants[level] < all[level] || plants[level] === 0 ? [LEVEL_WORDS[level]] : []),
    ...(plants[level] > 0 ? [WORD_OF_LEVEL[level]] : []),
  ];
  return [...new Set(words)];
}

/** How many alerts have each badge, worst first: 1 HIGH, 1 CRITICAL, 2 LOW; `plants` are the plant alerts among them. */
export function countsByBadge(all: Counts, plants: Counts): { word: string; count: number }[] {
  return SEVERITY_LEVELS.flatMap((level) =>
    levelWords(level, all, plants).map((word) => {
      const isShared = WORD_OF_LEVEL[level] === LEVEL_WORDS[level];
      const own = word === LEVEL_WORDS[level] ? all[level] - plants[level] : plants[level];
      return { word, count: isShared ? all[level] : own };
    }),
  ).filter(({ count }) => count > 0);
}

const NO_PLANTS: Counts = { high: 0, medium: 0, low: 0, plain: 0 };

const SHAPES: Record<SeverityLevel, ReactNode> = {
  high: (
    <>
      <path fill="currentColor" d="M8.2 2.8h7.6l5.4 5.4v7.6l-5.4 5.4H8.2l-5.4-5.4V8.2z" />
      <path stroke="var(--knock)" strokeWidth="2.4" d="M12 7.6v5.2" />
      <circle fill="var(--knock)" stroke="none" cx="12" cy="16.6" r="1.5" />
    </>
  ),
  medium: (
    <>
      <path fill="currentColor" d="M12 3.2 22 20.4H2z" />
      <path stroke="var(--knock)" strokeWidth="2.3" d="M12 9.6v4.6" />
      <circle fill="var(--knock)" stroke="none" cx="12" cy="17.3" r="1.4" />
    </>
  ),
  low: (
    <>
      <circle cx="12" cy="12" r="9.2" />
      <path d="M12 7.4v5.4" />
      <circle fill="currentColor" cx="12" cy="16.3" r=".7" />
    </>
  ),
  plain: (
    <>
      <path d="M4 12a8 8 0 0 1 13.8-5.5L20 8.8M20 4v4.8h-4.800" />
      <path d="M8.8 14.3l2.2 2.2 4-4.3" />
    </>
  ),
};

/** Solid octagon, solid triangle, outlined circle; `inherit` takes the colour of the text around it. */
export function SeverityIcon({
  level,
  inherit = false,
  size,
  className = "size-4",
}: {
  level: SeverityLevel;
  inherit?: boolean;
  /** In pixels, for an icon inside another SVG, where classes do not set it. */
  size?: number;
  className?: string;
}) {
  const tone = { high: "text-high knock-high", medium: "text-medium", low: "text-low", plain: "text-ink-2" };
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={cx("shrink-0", className, !inherit && tone[level])}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {SHAPES[level]}
    </svg>
  );
}

const BADGES: Record<SeverityLevel, string> = {
  high: "border-high bg-high text-on-high [--knock:var(--high)]",
  medium: "border-medium bg-medium-tint text-medium-text [--knock:var(--medium-tint)]",
  low: "border-low text-low-text",
  plain: "border-line text-ink-2",
};

/** Icon and word; `muted`, for closed alerts, in a grey outline. */
export function SeverityBadge({
  level,
  word = LEVEL_WORDS[level],
  muted = false,
  large = false,
}: {
  level: SeverityLevel;
  word?: string;
  muted?: boolean;
  large?: boolean;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 rounded-1 border font-strong tracking-wide whitespace-nowrap",
        large ? "h-8 pr-3 pl-2 text-base" : "h-6 pr-2 pl-1.5 text-xs",
        muted ? "border-line text-ink-2 [--knock:var(--surface)]" : BADGES[level],
      )}
    >
      <SeverityIcon level={level} inherit className={large ? "size-4.5" : "size-4"} />
      {word}
    </span>
  );
}

/** Icon and number, with the word as its accessible name; levels without an alert are left out. */
export function SeverityCounts({
  counts,
  plants = NO_PLANTS,
  className,
}: {
  counts: Counts;
  /** The plant alerts among them, whose badges have words of their own. */
  plants?: Counts;
  className?: string;
}) {
  const present = SEVERITY_LEVELS.filter((level) => counts[level] > 0);
  if (present.length === 0) return null;
  return (
    <span className={cx("inline-flex items-center gap-2.5", className)}>
      {present.map((level) => (
        <span key={level} className="inline-flex items-center gap-1 text-sm font-strong">
          <SeverityIcon level={level} className="size-3.5" />
          <span className="sr-only">{levelWords(level, counts, plants).join(", ")}</span>
          {/* Two digits wide, so that a tenth alert moves nothing beside it. */}
          <span className="min-w-[2ch]">{counts[level]}</span>
        </span>
      ))}
    </span>
  );
}
