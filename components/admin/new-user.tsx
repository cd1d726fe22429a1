"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PasswordField, TextField } from "@/components/ui/field";
import type { Role } from "@/lib/auth/contract";
import type { ActionResult } from "@/lib/http/action-result";
import { FaultLine } from "./fault-line";
import { FormDialog } from "./form-dialog";
import { RoleField } from "./role-field";
import { useAction } from "./use-action";

type Input = { name: string; email: string; role: Role; password: string };

/** Makes a user with a first password, which is told to them in person. */
export function NewUser({ create }: { create: (input: Input) => Promise<ActionResult<void>> }) {
  const [open, setOpen] = useState(false);
  const action = useAction(create, { said: "The user can sign in now", onDone: () => setOpen(false) });
  const close = () => {
    setOpen(false);
    action.clear();
  };
  const submit = ({ name = "", email = "", role = "viewer", password = "" }: Record<string, string>) =>
    action.submit({ name, email, role: role as Role, password });
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        Add a user
      </Button>
      <FormDialog
        title="Add a user"
        verb="Add"
        isOpen={open}
        pending={action.pending}
        onSubmit={submit}
        onClose={close}
      >
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="off"
          help="As alerts and notes will show it"
          error={action.errorOf("name")}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="off"
          error={action.errorOf("email")}
        />
        <RoleField initial="grower" />
        <PasswordField
          label="First password"
          name="password"
          required
          autoComplete="new-password"
          help="12 characters or more. Tell it in person: it is not sent"
          error={action.errorOf("password")}
        />
        <FaultLine fault={action.fault} fields={["name", "email", "password"]} />
      </FormDialog>
    </>
  );
}
