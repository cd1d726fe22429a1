"use client";
import { parseDate, parseDateTime, parseTime, setLocalTimeZone } from "@internationalized/date";
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from "react-aria-components/Calendar";
import { DateInput, DatePicker, DateSegment, Group, Popover } from "react-aria-components/DatePicker";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { TimeField } from "react-aria-components/TimeField";
import { cx } from "@/components/ui/cx";
import type { GroupIds } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { OVERLAY } from "@/components/ui/overlay";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";

export type SegmentFacts = {
  ids: GroupIds;
  kind: "day" | "hour" | "minute" | "clock";
  /** `2026-11-28`, `2026-11-28T14:00`, `14:00`; "" for none. */
  text: string;
  /** Days between which the calendar offers days. */
  min?: string;
  max?: string;
  isLocked?: boolean;
  onType: (text: string) => void;
  /** A day was chosen from the calendar, Enter was pressed, or the field was left. */
  onDone?: (text: string) => void;
};

/** The part of date and time fields that is fetched when the first of them is shown. */
export function DateSegments({ ids, kind, text, min, max, isLocked, onType, onDone }: SegmentFacts) {
  const { locale } = useWords();
  const { zone } = useClock();
  // What is half typed when the field is left is dropped with the segments that hold it.
  const [round, setRound] = useState(0);
  const isOpen = useRef(false);
  const latest = useRef(text);
  latest.current = text;
  // "Today" is the site's.
  useEffect(() => setLocalTimeZone(zone), [zone]);
  const type = (typed: string) => {
    latest.current = typed;
    onType(typed);
  };
  const leave = ({ currentTarget }: FocusEvent<Element>) => {
    // The calendar takes the focus but belongs to the field.
    if (isOpen.current) return;
    if (currentTarget.querySelector("[role=spinbutton][data-placeholder]")) setRound(round + 1);
    onDone?.(latest.current);
  };
  const open = (opens: boolean) => {
    isOpen.current = opens;
    if (!opens) onDone?.(latest.current);
  };
  const onKeyDown = ({ key, currentTarget, target }: KeyboardEvent<HTMLElement>) => {
    if (key !== "Enter" || !(target as Element).matches("[role=spinbutton]")) return;
    onDone?.(latest.current);
    currentTarget.closest("form")?.requestSubmit();
  };
  const common = {
    ...ids,
    isReadOnly: isLocked,
    isInvalid: ids["aria-invalid"],
    shouldForceLeadingZeros: true,
    hourCycle: 24,
    onBlur: leave,
    className: "flex h-full w-full min-w-0 items-center",
  } as const;
  return (
    <I18nProvider locale={locale}>
      <div onKeyDownCapture={onKeyDown} className="h-full w-full min-w-0">
        {kind === "clock" ? (
          <TimeField
            key={round}
            {...common}
            value={text === "" ? null : parseTime(text)}
            onChange={(time) => type(time?.toString().slice(0, 5) ?? "")}
          >
            <Segments />
          </TimeField>
        ) : (
          <DatePicker
            key={round}
            {...common}
            granularity={kind}
            value={text === "" ? null : kind === "day" ? parseDate(text) : parseDateTime(text)}
            minValue={dayOf(min)}
            maxValue={dayOf(max)}
            onChange={(value) => type(value?.toString().slice(0, kind === "day" ? 10 : 16) ?? "")}
            onOpenChange={open}
          >
            <Group className="flex h-full w-full min-w-0 items-center">
              <Segments end={kind === "hour" ? text.slice(13) : undefined} />
              {!isLocked && (
                <Button className="mr-1 grid size-7 shrink-0 place-items-center rounded-2 text-ink-3 outline-none data-focus-visible:outline-2 data-focus-visible:outline-focus data-hovered:bg-hover touch:size-target">
                  <Icon name="calendar" className="size-4" />
                </Button>
              )}
            </Group>
            <Popover className={cx(OVERLAY, "p-3")}>
              <Month />
            </Popover>
          </DatePicker>
        )}
      </div>
    </I18nProvider>
  );
}

const dayOf = (day: string | undefined) => (day ? parseDate(day) : undefined);

function Segments({ end }: { end?: string }) {
  return (
    <div className="flex h-full min-w-0 flex-1 items-center overflow-hidden px-2">
      <DateInput className="flex items-center text-base outline-none touch:text-lg">
        {(segment) => (
          <DateSegment
            segment={segment}
            className="rounded-1 px-0.5 whitespace-pre tabular-nums outline-none [box-shadow:none] data-[type=literal]:px-0 data-placeholder:text-ink-3 data-focused:bg-accent data-focused:text-on-accent"
          />
        )}
      </DateInput>
      {end && <span className="text-base text-ink-2 touch:text-lg">{end}</span>}
    </div>
  );
}

const TURN =
  "grid size-8 place-items-center rounded-2 text-ink-2 outline-none data-focus-visible:outline-2 data-focus-visible:outline-focus data-hovered:bg-hover data-disabled:text-ink-off touch:size-target";

const CELL =
  "grid size-8 cursor-pointer place-items-center rounded-2 text-base tabular-nums outline-none data-disabled:cursor-default data-disabled:text-ink-off data-focus-visible:outline-2 data-focus-visible:outline-focus data-hovered:bg-hover data-outside-month:invisible data-selected:bg-accent data-selected:text-on-accent data-today:font-strong data-today:underline touch:size-target";

function Month() {
  return (
    <Calendar>
      <header className="mb-2 flex items-center">
        <Button slot="previous" className={TURN}>
          <Icon name="chevron-left" className="size-4" />
        </Button>
        <CalendarHeading className="flex-1 text-center text-base font-strong" />
        <Button slot="next" className={TURN}>
          <Icon name="chevron-right" className="size-4" />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="text-xs font-medium text-ink-3">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={CELL} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
