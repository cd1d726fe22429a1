"use client";
import type { FormEvent } from "react";
import { FaultLine } from "@/components/admin/fault-line";
import { useAction } from "@/components/admin/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ROLE_NAMES } from "@/lib/base/core/access";
import { rename } from "@/lib/identity/users/account-actions";
import type { OwnAccount } from "@/lib/identity/users/contract";

/** The name that others see; e-mail and role are the admin's to change. */
export function NamePanel({
  account,
}: {
  account: Pick<OwnAccount, "name" | "email" | "role" | "nameProvisioned">;
}) {
  const action = useAction(rename, { said: "Saved" });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    action.submit({ name: String(new FormData(event.currentTarget).get("name") ?? "") });
  };
  return (
    <Panel title="You">
      <form onSubmit={submit} className="grid gap-4 px-4 py-3.5">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          autoComplete="name"
          defaultValue={account.name}
          locked={account.nameProvisioned}
          help={account.nameProvisioned ? undefined : "As alerts and notes show it from now on"}
          error={action.errorOf("name")}
        />
        <p className="text-sm text-ink-2">
          <span className="wrap-anywhere">{account.email}</span>, {ROLE_NAMES[account.role]}
        </p>
        <FaultLine fault={action.fault} fields={["name"]} />
        {!account.nameProvisioned && (
          <div>
            <Button type="submit" pending={action.pending}>
              Save the name
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
