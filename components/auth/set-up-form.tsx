"use client";

import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { setUp } from "@/lib/identity/users/account-actions";
import { FormFault } from "./form-fault";
import { NewPasswordField } from "./new-password-field";
import { useEntryForm } from "./use-entry-form";

type Input = { code: string; name: string; email: string; password: string };

const FIELDS = ["code", "name", "email", "password"];
const emailOf = ({ email }: Input) => email.trim();

/** The first admin: code, name, e-mail, password; each error stands at its field. */
export function SetUpForm() {
  const { submit, pending, errorOf, fault } = useEntryForm(setUp, { fields: FIELDS, emailOf });
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {fault && <FormFault>{fault.message}</FormFault>}
      <TextField
        label="One-time code"
        name="code"
        required
        placeholder="1234-5678"
        autoComplete="one-time-code"
        inputMode="numeric"
        error={errorOf("code")}
      />
      <TextField label="Your name" name="name" required autoComplete="name" error={errorOf("name")} />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="username"
        error={errorOf("email")}
      />
      <NewPasswordField error={errorOf("password")} />
      <Button type="submit" variant="primary" pending={pending} className="h-11! text-lg!">
        Make the first admin
      </Button>
    </form>
  );
}
