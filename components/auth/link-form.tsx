"use client";

import { type FormEvent, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { PasswordField, TextField } from "@/components/ui/field";
import type { ActionResult } from "@/lib/http/action-result";
import type { LinkFacts } from "@/lib/users/contract";
import { FormFault } from "./form-fault";

type Input = { token: string; name?: string; password: string };
type Props = { token: string; link: LinkFacts; follow: (input: Input) => Promise<ActionResult<void>> };

/**
 * The password of a person who holds a link, and the name of one who is invited. Sent before the script is there, it must
 * not end in an address: hence the method.
 */
export function LinkForm({ token, link, follow }: Props) {
  const [error, setError] = useState<{ message: string; parameter?: string } | null>(null);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as {
      name?: string;
      password: string;
    };
    start(async () => {
      const result = await follow({ token, ...values });
      if (result.ok) window.location.assign("/sign-in");
      else setError(result.error);
    });
  };
  const errorOf = (name: string) =>
    error?.parameter === name ? error.message.replace(`${name}: `, "") : undefined;
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {error && !errorOf("name") && !errorOf("password") && <FormFault>{error.message}</FormFault>}
      {link.kind === "invitation" && (
        <TextField
          label="Your name"
          name="name"
          required
          maxLength={100}
          autoComplete="name"
          help="As alerts and notes will show it"
          error={errorOf("name")}
        />
      )}
      <input type="hidden" autoComplete="username" value={link.email} readOnly />
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
        {link.kind === "invitation" ? "Join" : "Set the password"}
      </Button>
    </form>
  );
}
