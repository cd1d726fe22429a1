"use client";
import { RoleField } from "@/components/admin/users/access-fields";
import { FormDialog, ShownOnce } from "@/components/forms/dialogs";
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
        action={action}
        fields={["name"]}
        onSubmit={({ name = "", role = "viewer" }) => action.submit({ name, role: role as Role })}
        onClose={close}
      >
        <TextField
          label="Name"
          {...action.field("name")}
          required
          autoComplete="off"
          help="Which program has it"
        />
        <RoleField initial="viewer" />
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
