"use client";
import { PasswordField, TextField } from "@/components/ui/field";
import type { Role } from "@/lib/auth/contract";
import type { UserLine } from "@/lib/users/contract";
import { FaultLine } from "./fault-line";
import { FormDialog } from "./form-dialog";
import { RoleField } from "./role-field";
import { useAction } from "./use-action";
import type { UserActions } from "./user-actions";

/** Name and role of a user. */
export function EditUser({
  user,
  edit,
  onClose,
}: {
  user: UserLine;
  edit: UserActions["edit"];
  onClose: () => void;
}) {
  const action = useAction(edit, { said: "Saved", onDone: onClose });
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
      <TextField label="Name" name="name" required defaultValue={user.name} error={action.errorOf("name")} />
      <RoleField
        initial={user.role}
        disabled={user.provisioned}
        help={user.provisioned ? "Set by file" : undefined}
      />
      <FaultLine fault={action.fault} fields={["name"]} />
    </FormDialog>
  );
}

/** A new password for a user; all sessions end. */
export function ResetPassword({
  user,
  reset,
  onClose,
}: {
  user: UserLine;
  reset: UserActions["resetPassword"];
  onClose: () => void;
}) {
  const action = useAction(reset, { said: "Changed. All sessions have ended", onDone: onClose });
  const submit = ({ password = "" }: Record<string, string>) => action.submit({ id: user.id, password });
  return (
    <FormDialog
      title={`New password for ${user.name}`}
      verb="Change"
      isOpen
      pending={action.pending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordField
        label="New password"
        name="password"
        required
        autoComplete="new-password"
        help="12 characters or more. All sessions of this user end"
        error={action.errorOf("password")}
      />
      <FaultLine fault={action.fault} fields={["password"]} />
    </FormDialog>
  );
}
