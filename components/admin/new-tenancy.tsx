"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { ActionResult } from "@/lib/http/action-result";
import type { NewTenancy as Input } from "@/lib/tenancies/contract";
import { FaultLine } from "./fault-line";
import { FormDialog } from "./form-dialog";
import { TimeZoneField } from "./time-zone-field";
import { useAction } from "./use-action";

const FIELDS = ["tenantId", "name", "timeZone"];

/** Connects a tenancy: who it is first, then its page opens for the rest. */
export function NewTenancy({
  create,
}: {
  create: (input: Input) => Promise<ActionResult<{ tenantId: string }>>;
}) {
  const [open, setOpen] = useState(false);
  const [zone, setZone] = useState("");
  const router = useRouter();
  const action = useAction(create, {
    onDone: ({ tenantId }) => router.push(`/admin/tenancies/${encodeURIComponent(tenantId)}`),
  });
  const close = () => {
    setOpen(false);
    action.clear();
  };
  const submit = ({ tenantId = "", name = "" }: Record<string, string>) =>
    action.submit({ tenantId, name, timeZone: zone });
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        Connect a tenancy
      </Button>
      <FormDialog
        title="Connect a tenancy"
        verb="Connect"
        isOpen={open}
        pending={action.pending}
        onSubmit={submit}
        onClose={close}
      >
        <TextField label="Name" name="name" required error={action.errorOf("name")} placeholder="Westland" />
        <TextField
          label="Tenant id"
          name="tenantId"
          required
          spellCheck={false}
          autoComplete="off"
          help="As the service writes it in its notifications. It cannot be changed later"
          error={action.errorOf("tenantId")}
        />
        <TimeZoneField value={zone} onChange={setZone} error={action.errorOf("timeZone")} />
        <FaultLine fault={action.fault} fields={FIELDS} />
      </FormDialog>
    </>
  );
}
