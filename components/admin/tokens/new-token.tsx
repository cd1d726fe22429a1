"use client";
import { RoleField } from "@/components/admin/users/access-fields";
import { FormDialog, ShownOnce } from "@/components/forms/dialogs";
import { FaultLine } from "@/components/forms/form-parts";
import { useCreation } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { Role } from "@/lib/base/core/access";
import { createToken } from "@/lib/identity/tokens/actions";

/** Makes an API token and shows it, once. */
export function NewToken() {
  const { action, isOpen, open, close, made, forget } = useCreation(createToken);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={open}>
        Make a token
      </Button>
      <FormDialog
        title="Make a token"
        verb="Make"
        isOpen={isOpen}
        pending={action.pending}
        onSubmit={({ name = "", role = "viewer" }) => action.submit({ name, role: role as Role })}
        onClose={close}
      >
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="off"
          help="Which program has it"
          error={action.errorOf("name")}
        />
        <RoleField initial="viewer" />
        <FaultLine fault={action.fault} fields={["name"]} />
      </FormDialog>
      {made && (
        <ShownOnce
          title="The new token"
          text={made.token}
          hint="It is shown now and never again: only its hash is kept. Put it where the program reads it."
          onClose={forget}
        />
      )}
    </>
  );
}
