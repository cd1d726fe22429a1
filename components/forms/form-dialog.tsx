"use client";
import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** A small form over the page. */
export function FormDialog({
  title,
  verb,
  isOpen,
  pending,
  wide,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  verb: string;
  isOpen: boolean;
  pending: boolean;
  wide?: boolean;
  onSubmit: (values: Record<string, string>) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
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
          <Button variant="primary" type="submit" form={id} pending={pending}>
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
