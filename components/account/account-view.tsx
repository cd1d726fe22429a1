"use client";
import { type FormEvent, useRef } from "react";
import { FaultLine, readForm } from "@/components/forms/form-parts";
import { PageHead } from "@/components/forms/page-head";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { useSite } from "@/components/live/site-context";
import { deviceWords } from "@/components/notices/device-words";
import { Button } from "@/components/ui/button";
import { PasswordField, TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { SiteTime, TimeWithAge } from "@/components/ui/time";
import { rolesInWords } from "@/lib/base/core/access";
import { endOthers, endSession, newPassword, rename } from "@/lib/identity/users/account-actions";
import type { OwnAccount, OwnSession } from "@/lib/identity/users/contract";
import { CodePanel } from "./code-panel";

/** A person's own account: name, password, two-factor sign-in and sessions. */
export function AccountView({
  account,
  hasPasswords,
}: {
  account: OwnAccount;
  /** False where single sign-on alone opens Leafwatch. */
  hasPasswords: boolean;
}) {
  return (
    <div className="mx-auto max-w-300 max-sm:[&_h1]:sr-only">
      <PageHead title="Account" hint="Who you are here, how you sign in, and where you are signed in." />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        {/* First, as on a phone: what comes later in a page that still loads may push nothing that is seen. */}
        <div className="grid gap-4 lg:col-start-2 lg:row-start-1">
          <NamePanel account={account} />
          {hasPasswords && <PasswordPanel account={account} />}
          {hasPasswords && <CodePanel recoveryCodes={account.recoveryCodes} />}
        </div>
        <div className="grid lg:col-start-1 lg:row-start-1">
          <SessionPanel sessions={account.sessions} />
        </div>
      </div>
    </div>
  );
}

/** The name that others see. Only an admin can change email and role. */
function NamePanel({
  account,
}: {
  account: Pick<OwnAccount, "name" | "email" | "role" | "nameProvisioned">;
}) {
  const { tenancies } = useSite();
  const action = useAction(rename, { said: "Saved" });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { name = "" } = readForm(event);
    action.submit({ name });
  };
  return (
    <Panel title="You">
      <form onSubmit={submit} className="grid gap-4 px-4 py-3.5">
        <TextField
          label="Name"
          {...action.field("name")}
          required
          maxLength={100}
          autoComplete="name"
          defaultValue={account.name}
          locked={account.nameProvisioned}
          help="As alerts and notes show it from now on"
        />
        <p className="text-sm text-ink-2">
          <span className="wrap-anywhere">{account.email}</span>, {rolesInWords(account.role, tenancies)}
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

/** Changes the password, which ends all other sessions. */
function PasswordPanel({ account }: { account: Pick<OwnAccount, "email" | "provisioned"> }) {
  const form = useRef<HTMLFormElement>(null);
  const action = useAction(newPassword, {
    said: "Changed. You are signed out everywhere else",
    onDone: () => form.current?.reset(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { current = "", password = "" } = readForm(event);
    action.submit({ current, password });
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
          {...action.field("current")}
          required
          autoComplete="current-password"
        />
        <PasswordField
          label="New password"
          {...action.field("password")}
          required
          minLength={12}
          autoComplete="new-password"
          help="12 characters or more. All other sessions end"
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

/** A person's sessions, which can be ended one by one or all others at once. */
function SessionPanel({ sessions }: { sessions: OwnSession[] }) {
  const ending = useAction(endSession, { said: "Ended" });
  const endingAll = useAction(endOthers, { said: "You are signed in here alone now" });
  const pending = ending.pending || endingAll.pending;
  return (
    <Panel
      title="Signed in"
      count={sessions.length}
      footer="A session ends 30 days after the sign-in, however often it is used."
    >
      <ul>
        {sessions.map((session) => (
          <Line
            key={session.id}
            session={session}
            pending={pending}
            onEnd={() => ending.submit({ id: session.id })}
          />
        ))}
      </ul>
      <div className="grid gap-3 px-4 py-3.5 empty:hidden">
        <FaultLine fault={ending.fault ?? endingAll.fault} />
        {sessions.length > 1 && (
          <div>
            <Button icon="sign-out" pending={endingAll.pending} onClick={() => endingAll.submit({})}>
              End all others
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function Line({ session, pending, onEnd }: { session: OwnSession; pending: boolean; onEnd: () => void }) {
  const { browser, address, createdAt, lastSeenAt, isHere } = session;
  const name = deviceWords(browser);
  return (
    <li className="flex items-center gap-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="font-strong">
          {name}
          {isHere && <span className="font-normal text-ink-3"> (this one)</span>}
        </p>
        <p className="text-sm text-ink-2">
          {isHere ? (
            "In use now"
          ) : (
            <>
              Last seen <TimeWithAge at={lastSeenAt} />
            </>
          )}
          , from <span className="num wrap-anywhere">{address}</span>
        </p>
        <p className="text-sm text-ink-3">
          Signed in <SiteTime at={createdAt} />
        </p>
      </div>
      {!isHere && (
        <WordButton label={`End the session of ${name}, ${address}`} disabled={pending} onClick={onEnd}>
          End
        </WordButton>
      )}
    </li>
  );
}
