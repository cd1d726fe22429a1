"use client";
import { CopyButton } from "@/components/admin/copy-button";
import { FaultLine } from "@/components/admin/fault-line";
import { FormDialog } from "@/components/admin/form-dialog";
import { useAction } from "@/components/admin/use-action";
import { TextField } from "@/components/ui/field";
import { confirmCodes } from "@/lib/identity/users/account-actions";
import type { NewSecondFactor } from "@/lib/identity/users/contract";

/** The key for an app, to scan or to type, and the code that shows that the app has it. */
export function ConfirmCodes({
  made,
  onDone,
  onClose,
}: {
  made: NewSecondFactor;
  onDone: (codes: string[]) => void;
  onClose: () => void;
}) {
  const action = useAction(confirmCodes, { onDone: ({ codes }) => onDone(codes) });
  const { key, qr } = made;
  return (
    <FormDialog
      wide
      title="Ask for codes"
      verb="Ask for codes from now on"
      isOpen
      pending={action.pending}
      onSubmit={({ code = "" }) => action.submit({ code })}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Scan this with an app for one-time codes on your phone, or type the key into it. Then enter the code
        that the app shows.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <svg
          role="img"
          aria-label="QR code of the key"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          className="size-44 shrink-0 rounded-2 border border-line"
        >
          <path fill="white" d={`M0 0h${qr.size}v${qr.size}H0z`} />
          <path fill="black" d={qr.path} />
        </svg>
        <div className="min-w-0 flex-1 basis-48">
          <p className="mb-1.5 text-sm font-medium">The key</p>
          <code className="block font-mono text-sm break-all select-all">
            {key.match(/.{4}/g)?.join(" ") ?? key}
          </code>
          <CopyButton text={key} className="-ml-1 mt-1" />
        </div>
      </div>
      <TextField
        label="Code"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        error={action.errorOf("code")}
      />
      <FaultLine fault={action.fault} fields={["code"]} />
    </FormDialog>
  );
}
