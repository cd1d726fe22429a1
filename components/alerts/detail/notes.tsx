"use client";
import { type RefObject, useState } from "react";
import { useDraft } from "@/components/live/drafts";
import { useMayAct, useSite, useTenant } from "@/components/live/site-context";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { Avatar, Panel } from "@/components/ui/panel";
import { TimeWithAge, useClock } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { addNotes, removeLastNote } from "@/lib/alerting/alerts/actions";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import { noteDraft } from "../handling/own-acts";
import { noteShown } from "../handling/show-act";

/** The notes of people, oldest first, and a field for a new one. */
export function Notes({
  alert,
  field,
}: {
  alert: AlertDetail;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { t } = useWords();
  const mayAct = useMayAct();
  if (alert.notes.length === 0 && !mayAct) return null;
  return (
    <Panel title={t("alerts.notes.title")} count={alert.notes.length}>
      <div className="grid gap-3.5 p-4">
        {alert.notes.map((note) => (
          <article key={note.id}>
            <div className="flex flex-wrap items-center gap-x-2 text-sm">
              <Avatar name={note.author} small />
              <b>{note.author}</b>
              <TimeWithAge at={note.createdAt} className="text-ink-3" />
            </div>
            <p className="mt-1 ml-8 wrap-break-word whitespace-pre-wrap">{note.text}</p>
          </article>
        ))}
        {mayAct && <NewNote alertId={alert.alertId} field={field} />}
      </div>
    </Panel>
  );
}

function NewNote({ alertId, field }: { alertId: string; field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useWords();
  const tenant = useTenant() ?? "";
  const toast = useToast();
  const { user } = useSite();
  const { now } = useClock();
  const [text, setText] = useDraft(noteDraft(alertId));
  const [error, setError] = useState<string>();
  const { run, pending } = useServerAction({ rereads: readsTouchedBy("alert") });
  const save = async () => {
    const sites = [{ tenant, alertIds: [alertId] }];
    const result = await run(
      () => addNotes({ sites, text }),
      true,
      () => {
        setText("");
        return noteShown(sites, text.trim(), { name: user.name, at: now });
      },
    );
    setError(result.ok ? undefined : result.error.message);
    if (!result.ok) return;
    toast({ text: t("alerts.done.noted", { count: 1 }), undo: () => void undo(text) });
  };
  const undo = async (written: string) => {
    const result = await run(() => removeLastNote({ tenant, alertId }));
    if (result.ok) setText((typed) => typed || written);
    else toast({ text: result.error.message });
  };
  return (
    <form
      className="no-print grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        hideLabel
        label={t("alerts.notes.label")}
        placeholder={t("alerts.notes.placeholder")}
        ref={field}
        rows={2}
        maxLength={4_000}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() !== "" && (
        <div className="flex justify-end">
          <Button type="submit" size="sm" pending={pending !== null}>
            {t("alerts.notes.save")}
          </Button>
        </div>
      )}
    </form>
  );
}
