"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useWords } from "@/components/words/words";
import type { ActionFault } from "@/lib/web/http/action-result";
import { FaultLine, readForm } from "./form-parts";
import { CopyButton } from "./word-button";

type DialogFacts = {
  title: string;
  /** Label of the primary button. */
  verb: string;
  isOpen?: boolean;
  /** The result of `useAction` for the action that the dialog runs. */
  action?: { pending: boolean; fault: ActionFault | null };
  onClose: () => void;
  children: ReactNode;
};

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  verb,
  isOpen = true,
  action,
  onConfirm,
  onClose,
  children,
}: DialogFacts & { onConfirm: () => void }) {
  const { t } = useWords();
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("forms.keep")}</Button>
          <Button variant="primary" pending={action?.pending} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ink-2">
        {children}
        <FaultLine fault={action?.fault} />
      </div>
    </Dialog>
  );
}

/** A small form over the page, which may itself be a form. A fault that no field shows stands below the fields. */
export function FormDialog({
  title,
  verb,
  isOpen = true,
  action,
  fields,
  pending = action?.pending,
  disabled = false,
  wide,
  onSubmit,
  onClose,
  children,
}: DialogFacts & {
  /** Parameters whose faults stand at their fields. */
  fields?: readonly string[];
  pending?: boolean;
  disabled?: boolean;
  wide?: boolean;
  onSubmit: (values: Record<string, string>) => void;
}) {
  const id = useId();
  const { t } = useWords();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    onSubmit(readForm(event));
  };
  return (
    <Dialog
      title={title}
      wide={wide}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("forms.cancel")}</Button>
          <Button variant="primary" type="submit" form={id} pending={pending} disabled={disabled}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="grid gap-4" noValidate>
        {children}
        <FaultLine fault={action?.fault} fields={fields} />
      </form>
    </Dialog>
  );
}

/** Shows a text that is stored nowhere, until the admin closes it. */
export function ShownOnce({
  title,
  text,
  hint,
  onClose,
}: {
  title: string;
  text: string;
  hint: string;
  onClose: () => void;
}) {
  const { t } = useWords();
  return (
    <Dialog
      wide
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("forms.shownOnce")}
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">{hint}</p>
      <div className="flex items-start gap-2 rounded-2 border border-line bg-sunken px-3 py-2.5">
        <code className="min-w-0 flex-1 font-mono text-sm break-all select-all">{text}</code>
        <CopyButton text={text} />
      </div>
    </Dialog>
  );
}
