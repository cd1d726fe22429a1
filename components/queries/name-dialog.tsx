"use client";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";

/** Asks for the name of a saved query; what is wrong with it stands at the field. */
export function NameDialog({
  title,
  verb,
  initial,
  what,
  onTake,
  onClose,
}: {
  title: string;
  verb: string;
  initial: string;
  /** What it asks for, in a line. */
  what: string;
  /** Answers what is wrong, or null. */
  onTake: (name: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const id = useId();
  const [name, setName] = useState(initial);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands in the form of the query, which would be run by it.
    event.stopPropagation();
    setPending(true);
    const found = await onTake(name);
    setPending(false);
    setFault(found);
    if (found === null) onClose();
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={pending} disabled={name.trim() === ""}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={take} className="grid gap-3">
        <TextField
          label="Name"
          value={name}
          maxLength={80}
          error={fault ?? undefined}
          help="Everybody of this tenancy sees it"
          onChange={(event) => setName(event.target.value)}
        />
        <p className="text-sm wrap-anywhere text-ink-2">{what}</p>
      </form>
    </Dialog>
  );
}
