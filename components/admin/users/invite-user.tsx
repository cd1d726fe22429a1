"use client";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { FormDialog } from "@/components/forms/form-dialog";
import { ShownOnce } from "@/components/forms/shown-once";
import { type AddressAction, useMaking } from "@/components/forms/use-making";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { Role } from "@/lib/base/core/access";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { inviteUser } from "@/lib/identity/users/actions";
import type { Tenancies } from "../screens/screen-form";
import { AreaLimits } from "./area-limits";
import { RoleField } from "./role-field";

type Input = { email: string; role: Role; areas: AreaLimit[] | null };

/** Invites somebody by a link, which is shown once: they choose name and password themselves. */
export function InviteUser({ tenancies }: { tenancies: Tenancies }) {
  const { action, isOpen, open, close, made, forget } = useMaking(inviteUser);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={open}>
        Invite a user
      </Button>
      {isOpen && <Form action={action} tenancies={tenancies} onClose={close} />}
      {made && <LinkShownOnce address={made.address} title="The invitation" onClose={forget} />}
    </>
  );
}

function Form({
  action,
  tenancies,
  onClose,
}: {
  action: AddressAction<Input>;
  tenancies: Tenancies;
  onClose: () => void;
}) {
  const [role, setRole] = useState<Role>("grower");
  const [areas, setAreas] = useState<readonly AreaLimit[] | null>(null);
  const canLimit = role !== "admin" && tenancies.length > 0;
  const submit = ({ email = "" }: Record<string, string>) =>
    action.submit({ email, role, areas: canLimit && areas ? [...areas] : null });
  return (
    <FormDialog
      isOpen
      title="Invite a user"
      verb="Make the link"
      pending={action.pending}
      onSubmit={submit}
      onClose={onClose}
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
      <RoleField initial={role} onChange={setRole} />
      {canLimit && (
        <AreaLimits
          titled
          label="What they may see"
          tenancies={tenancies}
          value={areas}
          onChange={setAreas}
        />
      )}
      <FaultLine fault={action.fault} fields={["email"]} />
    </FormDialog>
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
