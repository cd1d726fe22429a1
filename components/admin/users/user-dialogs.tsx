"use client";
import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { FaultLine } from "@/components/forms/fault-line";
import { FormDialog } from "@/components/forms/form-dialog";
import { useAction } from "@/components/forms/use-action";
import { TextField } from "@/components/ui/field";
import type { Role } from "@/lib/base/core/access";
import { editUser, removeSecondFactor, renewLink } from "@/lib/identity/users/actions";
import type { UserLine } from "@/lib/identity/users/contract";
import { LinkShownOnce } from "./invite-user";
import { RoleField } from "./role-field";

type Props = { user: UserLine; onClose: () => void };

/** Name and role of a user. */
export function EditUser({ user, onClose }: Props) {
  const action = useAction(editUser, { said: "Saved", onDone: onClose });
  const submit = ({ name = "", role = user.role }: Record<string, string>) =>
    action.submit({ id: user.id, name, role: role as Role });
  return (
    <FormDialog
      title={user.email}
      verb="Save"
      isOpen
      pending={action.pending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        locked={user.nameProvisioned}
        defaultValue={user.name}
        error={action.errorOf("name")}
      />
      <RoleField
        initial={user.role}
        disabled={user.provisioned}
        help={user.provisioned ? "Set by file" : undefined}
      />
      <FaultLine fault={action.fault} fields={["name"]} />
    </FormDialog>
  );
}

/** A link by which a user chooses a password, after a word on what it does; then it is shown, once. */
export function RenewLink({ user, onClose }: Props) {
  const [made, setMade] = useState<string | null>(null);
  const action = useAction(renewLink, { onDone: ({ address }) => setMade(address) });
  const title = user.invited ? `A new invitation for ${user.email}` : `A link for ${user.name}`;
  if (made) return <LinkShownOnce address={made} title={title} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={title}
      verb="Make the link"
      isOpen
      pending={action.pending}
      fault={action.fault}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>
        {user.invited
          ? "It takes the place of the one before, which is worth nothing any more."
          : "Whoever opens it chooses a new password. All sessions of this user end then; until then the present password fits."}
      </p>
    </ConfirmDialog>
  );
}

/** Takes the second factor of a user away who has lost phone and recovery codes, after a question. */
export function RemoveSecondFactor({ user, onClose }: Props) {
  const action = useAction(removeSecondFactor, {
    said: `${user.name} signs in with the password alone`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Ask ${user.name} for no code?`}
      verb="Ask for no code"
      isOpen
      pending={action.pending}
      fault={action.fault}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>
        Do it when phone and recovery codes are lost, and only when you know that it is they who ask. The
        password alone is enough from then on, until they set codes up again.
      </p>
    </ConfirmDialog>
  );
}
