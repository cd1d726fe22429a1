import type { ReactNode } from "react";
import { INDEX_FACTS, type IndexName, isIndexName } from "@/lib/base/core/indices";
import { columnLabel } from "@/lib/service/column-names";

const MARKS: Record<IndexName, ReactNode> = {
  HEALTH: <circle cx="6" cy="6" r="4.2" />,
  EFFICIENCY: <rect x="2.2" y="2.2" width="7.6" height="7.6" />,
  PRODUCTIVITY: <path d="M6 1.4l4.8 8.2H1.2z" />,
  PPFD: <path d="M6 1l5 5-5 5-5-5z" />,
  DLI: <rect x="4" y="1.2" width="4" height="9.6" />,
  DPI: <path d="M6 10.6L1.2 2.4h9.6z" />,
  ALPHA: <path d="M4.8 1.5h2.4v3.3h3.3v2.4H7.2v3.3H4.8V7.2H1.5V4.8h3.3z" />,
  PEI: (
    <path d="M2.6 1.2L6 4.6l3.4-3.4 1.4 1.4L7.4 6l3.4 3.4-1.4 1.4L6 7.4l-3.4 3.4-1.4-1.4L4.6 6 1.2 2.6z" />
  ),
};

/** The CSS colour of an index; grey for an unknown one. */
export function indexColour(index: string): string {
  return isIndexName(index) ? `var(--ix-${INDEX_FACTS[index].hue})` : "var(--text-3)";
}

/** The label of an index, or of a column of fluorescence; the name itself for an unknown one. */
export function indexLabel(index: string): string {
  return isIndexName(index) ? INDEX_FACTS[index].label : columnLabel(index);
}

/** The marker of an index in its colour. */
export function IndexMark({ index, className = "size-3" }: { index: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 12 12"
      className={`inline-block shrink-0 ${className}`}
      fill={indexColour(index)}
      aria-hidden="true"
    >
      {isIndexName(index) ? MARKS[index] : <circle cx="6" cy="6" r="3" />}
    </svg>
  );
}
