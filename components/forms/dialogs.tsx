"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ActionFault } from "@/lib/web/http/action-result";
import { FaultLine } from "./form-parts";
import { CopyButton } from "./word-button";

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  verb,
  isOpen,
  pending,
  fault,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  verb: string;
  isOpen: boolean;
  pending: boolean;
  fault: ActionFault | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button variant="primary" pending={pending} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ink-2">
        {children}
        <FaultLine fault={fault} />
      </div>
    </Dialog>
  );
}

/** A small form over the page, which may itself be a form. */
export function FormDialog({
  title,
  verb,
  isOpen,
  pending = false,
  disabled = false,
  wide,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  verb: string;
  isOpen: boolean;
  pending?: boolean;
  disabled?: boolean;
  wide?: boolean;
  onSubmit: (values: Record<string, string>) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    onSubmit(Object.fromEntries(entries));
  };
  return (
    <Dialog
      title={title}
      wide={wide}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={pending} disabled={disabled}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="grid gap-4" noValidate>
        {children}
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
  return (
    <Dialog
      wide
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have it
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
