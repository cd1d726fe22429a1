"use client";
import { type FormEvent, useId, useState } from "react";
import type { TimeWindow } from "@/components/charts/chart-frame";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { siteDay } from "@/lib/base/core/time";
import { windowOfDays } from "./range";

/** Asks for a first and a last day of the site; the fields bring a calendar of their own. */
export function DaysDialog(props: {
  window: TimeWindow;
  onChoose: (window: TimeWindow) => void;
  onClose: () => void;
}) {
  const { zone, now } = useClock();
  const id = useId();
  const dayOf = (at: number) => siteDay(new Date(at), zone);
  const today = dayOf(now.getTime());
  const [first, setFirst] = useState(dayOf(props.window.from));
  const [last, setLast] = useState(dayOf(Math.min(props.window.to - 1, now.getTime())));
  const [fault, setFault] = useState<string>();
  const choose = (event: FormEvent) => {
    event.preventDefault();
    const window = windowOfDays(first, last, zone, now.getTime());
    if ("fault" in window) return setFault(window.fault);
    props.onChoose(window);
    props.onClose();
  };
  return (
    <Dialog
      title="Show days"
      isOpen
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id}>
            Show them
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={choose} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="First day"
          type="date"
          max={today}
          value={first}
          onChange={(event) => setFirst(event.target.value)}
        />
        <TextField
          label="Last day"
          type="date"
          max={today}
          value={last}
          error={fault}
          onChange={(event) => setLast(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
