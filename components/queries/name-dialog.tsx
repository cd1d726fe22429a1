"use client";
import { useState } from "react";
import { FormDialog } from "@/components/forms/dialogs";
import { TextField } from "@/components/ui/field";
import { useWords } from "@/components/words/words";

/** Asks for the name of a saved query; an error shows at the field. */
export function NameDialog({
  initial,
  summary,
  onTake,
  onClose,
  ...words
}: {
  title: string;
  verb: string;
  initial: string;
  /** The query in one line. */
  summary: string;
  /** @returns the fault, or null */
  onTake: (name: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const { t } = useWords();
  const [name, setName] = useState(initial);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = async () => {
    setPending(true);
    const found = await onTake(name);
    setPending(false);
    setFault(found);
    if (found === null) onClose();
  };
  return (
    <FormDialog
      {...words}
      isOpen
      pending={pending}
      disabled={name.trim() === ""}
      onSubmit={() => void take()}
      onClose={onClose}
    >
      <TextField
        label={t("queries.saved.name")}
        value={name}
        autoFocus
        onFocus={(event) => event.target.select()}
        maxLength={80}
        error={fault ?? undefined}
        help={t("queries.saved.nameHelp")}
        onChange={(event) => setName(event.target.value)}
      />
      <p className="-mt-1 text-sm wrap-anywhere text-ink-2">{summary}</p>
    </FormDialog>
  );
}
