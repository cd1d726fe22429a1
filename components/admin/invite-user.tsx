"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { Role } from "@/lib/auth/contract";
import type { ActionResult } from "@/lib/http/action-result";
import { FaultLine } from "./fault-line";
import { FormDialog } from "./form-dialog";
import { RoleField } from "./role-field";
import { ShownOnce } from "./shown-once";
import { useAction } from "./use-action";

type Input = { email: string; role: Role };

/** Invites somebody by a link, which is shown once: they choose name and password themselves. */
export function InviteUser({
  invite,
}: {
  invite: (input: Input) => Promise<ActionResult<{ address: string }>>;
}) {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const action = useAction(invite, {
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
        Invite a user
      </Button>
      <FormDialog
        title="Invite a user"
        verb="Make the link"
        isOpen={open}
        pending={action.pending}
        onSubmit={({ email = "", role = "viewer" }) => action.submit({ email, role: role as Role })}
        onClose={close}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="off"
          help="They sign in with it. Nothing is sent there: you pass the link on"
          error={action.errorOf("email")}
        />
        <RoleField initial="grower" />
        <FaultLine fault={action.fault} fields={["email"]} />
      </FormDialog>
      {made && <LinkShownOnce address={made} title="The invitation" onClose={() => setMade(null)} />}
    </>
  );
}

/** A link for a person, until the admin has it. */
export function LinkShownOnce({
  address,
  title,
  onClose,
}: {
  address: string;
  title: string;
  onClose: () => void;
}) {
  return (
    <ShownOnce
      title={title}
      text={address}
      hint="Pass it to this person alone: whoever opens it chooses the password. It is good for 7 days and for one use, and is shown now and never again."
      onClose={onClose}
    />
  );
}
