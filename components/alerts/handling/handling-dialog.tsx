"use client";
import { type ReactNode, useState } from "react";
import { InstantField } from "@/components/forms/date-fields";
import { useDraft } from "@/components/live/drafts";
import { useSite } from "@/components/live/site-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { cityOf } from "@/lib/base/core/text";
import { useOwners } from "./act-buttons";
import { noteDraft } from "./own-acts";
import { endWords, snoozeChoices, tomorrowMorning } from "./snooze-times";
import type { HandlingActs } from "./use-handling";

/** The acts that ask for more in a dialog. */
export type Asked = "acknowledge" | "snooze" | "note";

type Props = { alertIds: string[]; handling: HandlingActs; onDone: () => void; onClose: () => void };

/** Asks what an act needs. It stays open with what was entered when the act fails. */
export function HandlingDialog({ what, ...props }: Props & { what: Asked }) {
  if (what === "acknowledge") return <AcknowledgeDialog {...props} />;
  return what === "snooze" ? <SnoozeDialog {...props} /> : <NoteDialog {...props} />;
}

/** @param onSubmit returns true if the dialog is done with */
function ActForm({
  verb,
  disabled,
  className = "grid gap-4",
  onSubmit,
  onClose,
  children,
}: {
  verb: string;
  disabled?: boolean;
  className?: string;
  onSubmit: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [pending, setPending] = useState(false);
  const submit = async () => {
    setPending(true);
    const isDone = await onSubmit();
    setPending(false);
    if (isDone) onClose();
  };
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={pending} disabled={disabled}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

/** Acknowledges with an owner and a note in one act. */
function AcknowledgeDialog({ alertIds, handling, onDone, onClose }: Props) {
  const { t } = useWords();
  const { user } = useSite();
  const options = useOwners().map(({ name, label }) => ({ id: name, label }));
  const [owner, setOwner] = useState(user.name);
  const [note, setNote] = useState("");
  const count = alertIds.length;
  const acknowledge = async () => {
    const isDone = await handling.acknowledge(alertIds, { owner, ...(note.trim() && { note: note.trim() }) });
    if (isDone) onDone();
    return isDone;
  };
  return (
    <Dialog title={t("alerts.acts.acknowledgeTitle", { count })} isOpen onClose={onClose}>
      <ActForm verb={t("alerts.acts.acknowledge")} onSubmit={acknowledge} onClose={onClose}>
        <Select label={t("alerts.columns.owner")} options={options} value={owner} onChange={setOwner} />
        <TextArea
          label={t("alerts.notes.optional")}
          placeholder={t("alerts.notes.planPlaceholder")}
          maxLength={4_000}
          value={note}
          help={count > 1 ? t("alerts.notes.onEach") : undefined}
          onChange={(event) => setNote(event.target.value)}
        />
      </ActForm>
    </Dialog>
  );
}

function NoteDialog({ alertIds, handling, onClose }: Props) {
  const { t } = useWords();
  const [text, setText] = useDraft(noteDraft(alertIds.join()));
  const count = alertIds.length;
  const save = async () => {
    const isSaved = await handling.note(alertIds, text.trim());
    if (isSaved) setText("");
    return isSaved;
  };
  return (
    <Dialog title={t("alerts.notes.dialog", { count })} isOpen onClose={onClose}>
      <ActForm verb={t("alerts.notes.save")} disabled={text.trim() === ""} onSubmit={save} onClose={onClose}>
        <TextArea
          label={t("alerts.notes.label")}
          placeholder={t("alerts.notes.placeholder")}
          autoFocus
          maxLength={4_000}
          value={text}
          help={count > 1 ? t("alerts.notes.onEach") : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </ActForm>
    </Dialog>
  );
}

/** All lengths of a snooze, and any other time. */
function SnoozeDialog({ alertIds, handling, onDone, onClose }: Props) {
  const words = useWords();
  const { t } = words;
  const { now, zone } = useClock();
  const [end, setEnd] = useState(() => tomorrowMorning(now, zone).getTime());
  const [error, setError] = useState<string>();
  const count = alertIds.length;
  const snooze = (until: Date | null) => {
    onClose();
    onDone();
    void handling.snooze(alertIds, until);
  };
  const submit = async () => {
    if (end <= now.getTime()) setError(t("alerts.snooze.past"));
    else snooze(new Date(end));
    return false;
  };
  return (
    <Dialog title={t("alerts.snooze.title", { count })} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t("alerts.snooze.help", { count })}</p>
        <div className="grid grid-cols-2 gap-2">
          {snoozeChoices(words, now, zone).map((choice) => (
            <Button key={choice.id} onClick={() => snooze(choice.until)}>
              {choice.label}
              <span className="text-ink-3">{endWords(words, choice, now, zone)}</span>
            </Button>
          ))}
        </div>
        <ActForm verb={t("alerts.snooze.submit")} className="grid gap-3" onSubmit={submit} onClose={onClose}>
          <InstantField
            label={t("alerts.snooze.until", { city: cityOf(zone) })}
            kind="minute"
            at={end}
            min={now.getTime()}
            error={error}
            onChange={setEnd}
          />
        </ActForm>
      </div>
    </Dialog>
  );
}
