"use client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { CopyButton } from "./copy-button";

/** A text that is kept nowhere: shown until the admin has it. */
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
