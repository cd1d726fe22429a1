"use client";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import type { Query } from "@/lib/history/queries/contract";
import { hourText, instantOfHour } from "@/lib/history/queries/hours";

/** Leads to the rows of an hour of site time. */
export function GoToTime({ query, onGo }: { query: Query; onGo: (at: number) => void }) {
  const id = useId();
  const { zone } = useClock();
  const { from, to } = query.filters;
  const textOf = (at: string | undefined) => (at === undefined ? undefined : hourText(Date.parse(at), zone));
  const [text, setText] = useState(() => textOf(from) ?? "");
  const go = (event: FormEvent) => {
    event.preventDefault();
    const at = instantOfHour(text, zone);
    if (at !== null) onGo(at);
  };
  return (
    <form onSubmit={go} className="flex items-center gap-2 max-sm:w-full max-sm:flex-wrap">
      <label htmlFor={id} className="max-sm:basis-full">
        Site time
      </label>
      <input
        id={id}
        type="datetime-local"
        step={3_600}
        min={textOf(from)}
        max={textOf(to)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-7 min-w-0 rounded-2 border border-control bg-surface px-2 text-sm text-ink-1 max-sm:flex-1 touch:h-target touch:text-lg"
      />
      <Button type="submit" size="sm">
        Go
      </Button>
    </form>
  );
}
