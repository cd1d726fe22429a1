"use client";

import { type FormEvent, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { PasswordField, TextField } from "@/components/ui/field";
import type { ActionResult } from "@/lib/http/action-result";
import { FormFault } from "./form-fault";

type Input = { code: string; name: string; email: string; password: string };
type Props = { setUp: (input: Input) => Promise<ActionResult<void>> };

/** The first admin: code, name, e-mail, password; each error stands at its field. */
export function SetUpForm({ setUp }: Props) {
  const [error, setError] = useState<{ message: string; parameter?: string } | null>(null);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Input;
    start(async () => {
      const result = await setUp(values);
      if (result.ok) window.location.assign("/sign-in");
      else setError(result.error);
    });
  };
  const errorOf = (name: string) => (error?.parameter === name ? error.message : undefined);
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {error && !error.parameter && <FormFault>{error.message}</FormFault>}
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
      <PasswordField
        label="Password"
        name="password"
        required
        minLength={12}
        autoComplete="new-password"
        help="12 characters or more"
        error={errorOf("password")}
      />
      <Button type="submit" variant="primary" pending={pending} className="h-11! text-lg!">
        Make the first admin
      </Button>
    </form>
  );
}
