"use client";

import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { followLink } from "@/lib/identity/users/account-actions";
import type { LinkFacts } from "@/lib/identity/users/contract";
import { FormFault } from "./form-fault";
import { NewPasswordField } from "./new-password-field";
import { useEntryForm } from "./use-entry-form";

type Values = { name?: string; password: string };

const FIELDS = ["name", "password"];

/**
 * The password of a person who holds a link, and the name of one who is invited. Sent before the script is there, it must
 * not end in an address: hence the method.
 */
export function LinkForm({ token, link }: { token: string; link: LinkFacts }) {
  const { submit, pending, errorOf, fault } = useEntryForm<Values>(
    (values) => followLink({ token, ...values }),
    {
      fields: FIELDS,
      emailOf: () => link.email,
    },
  );
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {fault && <FormFault>{fault.message}</FormFault>}
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
      <NewPasswordField error={errorOf("password")} />
      <Button type="submit" variant="primary" pending={pending} className="h-11! text-lg!">
        {link.kind === "invitation" ? "Join" : "Set the password"}
      </Button>
    </form>
  );
}
