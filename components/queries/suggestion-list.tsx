"use client";
import { useEffect, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { OVERLAY } from "@/components/ui/overlay";
import type { Suggestion, Suggestions } from "./use-suggestions";

/** What a field offers, under it. */
export function SuggestionList({
  label,
  offered,
  list,
  more,
}: {
  label: string;
  offered: readonly Suggestion[];
  list: Suggestions;
  /** A line at the end: that there are more. */
  more?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const activeId = list.idOf(list.at);
  useEffect(() => {
    if (list.isShown) box.current?.scrollIntoView({ block: "nearest" });
  }, [list.isShown]);
  useEffect(() => {
    if (list.isShown) box.current?.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [activeId, list.isShown]);
  if (!list.isShown) return null;
  return (
    <div
      ref={box}
      // In a dialog it takes its own room: its foot would cut what hangs over it.
      className={cx(
        OVERLAY,
        "absolute inset-x-0 top-full z-20 mt-1.5 max-h-80 overflow-auto p-1 in-[[role=dialog]]:static in-[[role=dialog]]:max-h-60 in-[[role=dialog]]:shadow-none",
      )}
    >
      <div role="listbox" id={list.listId} aria-label={label}>
        {offered.map((one, index) => (
          <div
            key={one.id}
            role="option"
            tabIndex={-1}
            id={list.idOf(index)}
            aria-selected={index === list.at}
            className={cx(
              "flex min-h-8 cursor-pointer items-center gap-2 rounded-1 px-2.5 py-1 text-sm touch:min-h-target",
              index === list.at && "bg-selected",
            )}
            onPointerMove={() => list.setAt(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              list.choose(index);
            }}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">{one.label}</span>
            {one.hint && <span className="shrink-0 text-ink-3">{one.hint}</span>}
          </div>
        ))}
      </div>
      {more && <p className="px-2.5 py-1.5 text-xs text-ink-3">{more}</p>}
    </div>
  );
}
