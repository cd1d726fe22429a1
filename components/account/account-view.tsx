"use client";
import { PageHead } from "@/components/admin/page-head";
import type { OwnAccount } from "@/lib/identity/users/contract";
import { CodePanel } from "./code-panel";
import { NamePanel } from "./name-panel";
import { PasswordPanel } from "./password-panel";
import { SessionPanel } from "./session-panel";

/** A person's own account: name, password, and where they are signed in. */
export function AccountView({ account }: { account: OwnAccount }) {
  return (
    <div className="mx-auto max-w-300 max-sm:[&_h1]:sr-only">
      <PageHead title="Account" hint="Who you are here, how you sign in, and where you are signed in." />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <SessionPanel sessions={account.sessions} />
        <div className="grid gap-4 max-lg:-order-1">
          <NamePanel account={account} />
          <PasswordPanel account={account} />
          <CodePanel recoveryCodes={account.recoveryCodes} />
        </div>
      </div>
    </div>
  );
}
