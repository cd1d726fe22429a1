"use client";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { FormDialog } from "@/components/forms/form-dialog";
import { FormSection } from "@/components/forms/form-section";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { deleteTenancy } from "@/lib/operations/connecting/actions";

/** The end of a tenancy, confirmed by its name. */
export function DeleteTenancy({ tenancy: { tenantId, name, lockedFields } }: { tenancy: TenancyDetails }) {
  const [asked, setAsked] = useState(false);
  const action = useAction(deleteTenancy);
  const close = () => {
    setAsked(false);
    action.clear();
  };
  return (
    <div className="mt-6 grid max-w-155 gap-4">
      <FormSection title="Delete this tenancy">
        <p className="text-sm text-pretty text-ink-2">
          {lockedFields.length > 0
            ? "The provisioning file names this tenancy. Take it out there and restart, then it can be deleted here."
            : "Its notifications are refused and its screens go dark at once. Alerts, readings and all else of it are deleted, and only a backup brings them back."}
        </p>
        {lockedFields.length === 0 && (
          <div>
            <Button onClick={() => setAsked(true)}>Delete …</Button>
          </div>
        )}
      </FormSection>
      <FormDialog
        title={`Delete ${name}?`}
        verb="Delete for good"
        isOpen={asked}
        pending={action.pending}
        onSubmit={({ name: typed = "" }) => action.submit({ tenantId, name: typed })}
        onClose={close}
      >
        <p className="text-ink-2">Everything of this tenancy is deleted. This cannot be taken back.</p>
        <TextField
          label={`Type ${name} to confirm`}
          name="name"
          required
          autoComplete="off"
          spellCheck={false}
          error={action.errorOf("name")}
        />
        <FaultLine fault={action.fault} fields={["name"]} />
      </FormDialog>
    </div>
  );
}
