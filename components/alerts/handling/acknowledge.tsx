"use client";
import { useState } from "react";
import { useSite } from "@/components/live/site-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/field";
import { OwnerField } from "./owner";

/** Acknowledging with an owner and a note in one act; stays open with its text where it did not go through. */
export function AcknowledgeDialog({
  count,
  onAcknowledge,
  onClose,
}: {
  count: number;
  onAcknowledge: (more: { owner: string; note?: string }) => Promise<boolean>;
  onClose: () => void;
}) {
  const { user } = useSite();
  const [owner, setOwner] = useState(user.name);
  const [note, setNote] = useState("");
  const [pending, setPending] = useState(false);
  const submit = async () => {
    setPending(true);
    const done = await onAcknowledge({ owner, ...(note.trim() === "" ? {} : { note: note.trim() }) });
    setPending(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={count === 1 ? "Acknowledge the alert" : `Acknowledge ${count} alerts`}
      isOpen
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <OwnerField value={owner} onChange={setOwner} />
        <TextArea
          label="Note, if there is something to say"
          placeholder="What you saw, did or plan"
          maxLength={4_000}
          value={note}
          help={count > 1 ? "Written on each of them" : undefined}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={pending}>
            Acknowledge
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Acknowledging at once for oneself; the second part asks for owner and note. */
export function AcknowledgeButton({
  label = "Acknowledge",
  onAcknowledge,
  onMore,
  pending,
  size,
}: {
  label?: string;
  onAcknowledge: () => void;
  onMore: () => void;
  pending: boolean;
  size?: "sm" | "md";
}) {
  return (
    <span className="inline-flex gap-px">
      <Button
        variant="primary"
        size={size}
        pending={pending}
        className="flex-1 rounded-r-none"
        onClick={onAcknowledge}
      >
        {label}
      </Button>
      <Button
        variant="primary"
        size={size}
        icon="note"
        disabled={pending}
        aria-label="Acknowledge with a note or another owner"
        title="With a note or another owner"
        className="rounded-l-none px-2"
        onClick={onMore}
      />
    </span>
  );
}
