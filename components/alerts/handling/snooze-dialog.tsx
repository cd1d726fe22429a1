"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { siteDateTime } from "@/lib/base/core/time";
import type { OnSnooze } from "./snooze";
import { endOf, fieldStart, instantOfField, snoozeChoices } from "./snooze-times";

/** All ways to snooze in one place: for the key, and for a time of one's own. */
export function SnoozeDialog({
  count,
  onSnooze,
  onClose,
}: {
  count: number;
  onSnooze: OnSnooze;
  onClose: () => void;
}) {
  const { now, zone } = useClock();
  const [text, setText] = useState(() => fieldStart(now, zone));
  const [error, setError] = useState<string>();
  const chosen = instantOfField(text, zone);
  const snooze = (until: Date | null) => {
    onClose();
    onSnooze(until);
  };
  const submit = () => {
    if (chosen === null) setError("Give a date and a time");
    else if (chosen <= now) setError("This time is past");
    else snooze(chosen);
  };
  return (
    <Dialog title={count === 1 ? "Snooze the alert" : `Snooze ${count} alerts`} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">
          {count === 1
            ? "It comes back to Open at its time, or as soon as it gets worse."
            : "They come back to Open at their time, or as soon as they get worse."}
        </p>
        <div className="grid grid-cols-2 gap-2">
          {snoozeChoices(now, zone).map((choice) => (
            <Button key={choice.id} onClick={() => snooze(choice.until)}>
              {choice.label}
              <span className="text-ink-3">{endOf(choice, now, zone)}</span>
            </Button>
          ))}
        </div>
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            label={`Until, by the clock of ${zone.split("/").at(-1)?.replaceAll("_", " ")}`}
            type="datetime-local"
            value={text}
            error={error}
            // The browser writes a time in its own way; here it is in ours.
            help={chosen && siteDateTime(chosen, zone)}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="flex justify-end">
            <Button type="submit" variant="primary">
              Snooze until then
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  );
}
