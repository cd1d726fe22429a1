"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ActionResult } from "@/lib/http/action-result";
import { type NewScreen as Input, SCREEN_VIEWS, type ScreenView, VIEW_NAMES } from "@/lib/screens/contract";
import { FaultLine } from "./fault-line";
import { FormDialog } from "./form-dialog";
import { ShownOnce } from "./shown-once";
import { useAction } from "./use-action";

type Tenancies = { tenantId: string; name: string }[];

/** Makes a screen and shows the address to open on it, once. */
export function NewScreen({
  create,
  tenancies,
}: {
  create: (input: Input) => Promise<ActionResult<{ address: string }>>;
  tenancies: Tenancies;
}) {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [view, setView] = useState<ScreenView>("alerts");
  const [tenantId, setTenantId] = useState(tenancies[0]?.tenantId ?? "");
  const action = useAction(create, {
    onDone: ({ address }) => {
      setOpen(false);
      setMade(address);
    },
  });
  const close = () => {
    setOpen(false);
    action.clear();
  };
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        Add a screen
      </Button>
      <FormDialog
        title="Add a screen"
        verb="Add"
        isOpen={open}
        pending={action.pending}
        onSubmit={({ name = "" }) => action.submit({ name, view: view, tenantId })}
        onClose={close}
      >
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="off"
          placeholder="Packing hall"
          error={action.errorOf("name")}
        />
        <Select
          label="Shows"
          value={view}
          onChange={(id) => setView(SCREEN_VIEWS.find((one) => one === id) ?? "alerts")}
          options={SCREEN_VIEWS.map((id) => ({ id, label: VIEW_NAMES[id] }))}
        />
        {tenancies.length > 1 && (
          <Select
            label="Of"
            value={tenantId}
            onChange={setTenantId}
            options={tenancies.map(({ tenantId: id, name }) => ({ id, label: name }))}
          />
        )}
        <FaultLine fault={action.fault} fields={["name"]} />
      </FormDialog>
      {made && (
        <ShownOnce
          title="Open this address on the screen"
          text={made}
          hint="It holds the screen's token. It is shown now and never again: open it in the screen's browser, once, or keep it as that browser's start page."
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}
