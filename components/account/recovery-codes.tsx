"use client";
import { CopyButton } from "@/components/admin/copy-button";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** The recovery codes: kept nowhere, shown until the person has them. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      wide
      title="Recovery codes"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have them
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">
        When the phone is lost, each of these takes the place of a code, once. They are shown now and never
        again: keep them where the phone is not.
      </p>
      <ul className="grid gap-x-6 gap-y-1.5 rounded-2 border border-line bg-sunken px-3 py-2.5 font-mono text-sm select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} className="-ml-1 mt-2">
        Copy all
      </CopyButton>
    </Dialog>
  );
}
