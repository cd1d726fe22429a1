"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/field";

/** A note on one alert, from a list. Stays open with its text where it could not be saved. */
export function NoteDialog({
  onSave,
  onClose,
}: {
  onSave: (text: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    const saved = await onSave(text.trim());
    setPending(false);
    if (saved) onClose();
  };
  return (
    <Dialog title="Note on the alert" isOpen onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextArea
          label="Note"
          placeholder="Write what you saw or did"
          autoFocus
          maxLength={4_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={pending} disabled={text.trim() === ""}>
            Save the note
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
