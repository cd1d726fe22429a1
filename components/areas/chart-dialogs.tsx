"use client";
import { type FormEvent, useId, useState } from "react";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { DayField, InstantField } from "@/components/forms/date-fields";
import { FormDialog } from "@/components/forms/dialogs";
import { windowOfDays } from "@/components/places/days-window";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { displayPath } from "@/lib/base/core/paths";
import { MINUTE_MS, siteDay } from "@/lib/base/core/time";
import type { PlainKey } from "@/lib/base/words/messages";
import { MAX_NOTE_LENGTH } from "@/lib/farm/notes/contract";
import type { ActionFault } from "@/lib/web/http/action-result";

/** Asks for a first and a last day of the site. */
export function DaysDialog(props: {
  window: TimeWindow;
  onChoose: (days: { first: string; last: string }) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { zone, now } = useClock();
  const [fault, setFault] = useState<PlainKey>();
  const dayOf = (at: number) => siteDay(new Date(at), zone);
  const today = dayOf(now.getTime());
  const choose = ({ first = "", last = "" }: Record<string, string>) => {
    const window = windowOfDays(first, last, zone, now.getTime());
    if ("fault" in window) return setFault(window.fault);
    props.onChoose({ first, last });
    props.onClose();
  };
  return (
    <FormDialog
      isOpen
      title={t("areas.days.title")}
      verb={t("areas.days.show")}
      onSubmit={choose}
      onClose={props.onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DayField
          label={t("areas.days.first")}
          name="first"
          max={today}
          defaultValue={dayOf(props.window.from)}
        />
        <DayField
          label={t("areas.days.last")}
          name="last"
          max={today}
          defaultValue={dayOf(Math.min(props.window.to - 1, now.getTime()))}
          error={fault && t(fault)}
        />
      </div>
    </FormDialog>
  );
}

/** Asks what was done and when. */
export function PinNote(props: {
  /** Epoch milliseconds: the picked time, else now. */
  at: number;
  path: string;
  onPin: (at: number, text: string) => Promise<ActionFault | null>;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { now } = useClock();
  const id = useId();
  const [at, setAt] = useState(Math.floor(Math.min(props.at, now.getTime()) / MINUTE_MS) * MINUTE_MS);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<ActionFault | null>(null);
  const [pending, setPending] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    const wrong = await props.onPin(at, text);
    setPending(false);
    setFault(wrong);
    if (!wrong) props.onClose();
  };
  return (
    <Dialog
      title={t("areas.notes.pin")}
      isOpen
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t("areas.notes.cancel")}</Button>
          <Button variant="primary" type="submit" form={id} pending={pending} disabled={text.trim() === ""}>
            {t("areas.notes.save")}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void save(event)} className="grid gap-4">
        <p className="wrap-anywhere text-sm text-ink-2">
          {t("areas.notes.where", { area: displayPath(props.path) })}
        </p>
        <TextArea
          label={t("areas.notes.what")}
          placeholder={t("areas.notes.example")}
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          value={text}
          autoFocus
          error={fault && fault.parameter !== "at" ? fault.message : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <InstantField
          kind="minute"
          label={t("areas.notes.when")}
          at={at}
          error={fault?.parameter === "at" ? fault.message : undefined}
          onChange={setAt}
        />
      </form>
    </Dialog>
  );
}
