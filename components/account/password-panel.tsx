"use client";
import { type FormEvent, useRef } from "react";
import { FaultLine } from "@/components/admin/fault-line";
import { useAction } from "@/components/admin/use-action";
import { SetByFile } from "@/components/admin/words";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { newPassword } from "@/lib/identity/users/account-actions";
import type { OwnAccount } from "@/lib/identity/users/contract";

/** A new password, against the present one; all other sessions end. */
export function PasswordPanel({ account }: { account: Pick<OwnAccount, "email" | "provisioned"> }) {
  const form = useRef<HTMLFormElement>(null);
  const action = useAction(newPassword, {
    said: "Changed. You are signed out everywhere else",
    onDone: () => form.current?.reset(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    action.submit({ current: String(values.get("current")), password: String(values.get("password")) });
  };
  if (account.provisioned)
    return (
      <Panel title="Password">
        <div className="grid gap-1 px-4 py-3.5 text-sm text-ink-2">
          <SetByFile />
          <p>Whoever runs Leafwatch changes it in the provisioning file.</p>
        </div>
      </Panel>
    );
  return (
    <Panel title="Password">
      <form method="post" ref={form} onSubmit={submit} className="grid gap-4 px-4 py-3.5">
        <input type="hidden" autoComplete="username" value={account.email} readOnly />
        <PasswordField
          label="Present password"
          name="current"
          required
          autoComplete="current-password"
          error={action.errorOf("current")}
        />
        <PasswordField
          label="New password"
          name="password"
          required
          minLength={12}
          autoComplete="new-password"
          help="12 characters or more. All other sessions end"
          error={action.errorOf("password")}
        />
        <FaultLine fault={action.fault} fields={["current", "password"]} />
        <div>
          <Button type="submit" pending={action.pending}>
            Change the password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
