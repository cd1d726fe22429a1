"use client";

import { useState } from "react";
import { FormDialog } from "@/components/forms/dialogs";
import { FormSection } from "@/components/forms/form-parts";
import { AdminPage } from "@/components/forms/page-head";
import { useAction } from "@/components/forms/use-action";
import { Button, LinkButton } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import type { Deletion, TenancyDetails } from "@/lib/farm/tenancies/contract";
import { deleteTenancy } from "@/lib/operations/connecting/actions";

/** Deletes a tenancy, confirmed by typing its name. */
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
        action={action}
        fields={["name"]}
        onSubmit={({ name: typed = "" }) => action.submit({ tenantId, name: typed })}
        onClose={close}
      >
        <p className="text-ink-2">Everything of this tenancy is deleted. This cannot be taken back.</p>
        <TextField
          label={`Type ${name} to confirm`}
          {...action.field("name")}
          required
          autoComplete="off"
          spellCheck={false}
        />
      </FormDialog>
    </div>
  );
}

/** The page of a tenancy that is being deleted. */
export function TenancyDeletion({ name, deletion }: { name: string; deletion: Deletion }) {
  return (
    <AdminPage title={name} trail={<Link href="/admin/tenancies">Tenancies</Link>}>
      <Panel label="Deletion">
        <EmptyState
          icon="readings"
          title="This tenancy is being deleted"
          actions={<LinkButton href="/admin/tenancies">To the tenancies</LinkButton>}
        >
          {deletion.by} began it. {deletion.rows.toLocaleString("en")} rows are gone so far; it goes on by
          itself. Reload to see how far it is.
        </EmptyState>
      </Panel>
    </AdminPage>
  );
}
