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
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { rolesInWords } from "@/lib/base/words/roles";
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
  const { t } = useWords();
  return (
    <div className="mx-auto max-w-300 max-sm:[&_h1]:sr-only">
      <PageHead title={t("account.title")} hint={t("account.hint")} />
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
  const words = useWords();
  const { t } = words;
  const { tenancies } = useSite();
  const action = useAction(rename, { said: t("account.you.saved") });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { name = "" } = readForm(event);
    action.submit({ name });
  };
  return (
    <Panel title={t("account.you.title")}>
      <form onSubmit={submit} className="grid gap-4 px-4 py-3.5">
        <TextField
          label={t("account.you.name")}
          {...action.field("name")}
          required
          maxLength={100}
          autoComplete="name"
          defaultValue={account.name}
          locked={account.nameProvisioned}
          help={t("account.you.nameHelp")}
        />
        <p className="text-sm text-ink-2">
          {rich(words, "account.you.emailAndRole", {
            email: <span className="wrap-anywhere">{account.email}</span>,
            role: rolesInWords(words, account.role, tenancies),
          })}
        </p>
        <FaultLine fault={action.fault} fields={["name"]} />
        {!account.nameProvisioned && (
          <div>
            <Button type="submit" pending={action.pending}>
              {t("account.you.save")}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}

/** Changes the password, which ends all other sessions. */
function PasswordPanel({ account }: { account: Pick<OwnAccount, "email" | "provisioned"> }) {
  const { t } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const action = useAction(newPassword, {
    said: t("account.password.changed"),
    onDone: () => form.current?.reset(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { current = "", password = "" } = readForm(event);
    action.submit({ current, password });
  };
  if (account.provisioned)
    return (
      <Panel title={t("account.password.title")}>
        <div className="grid gap-1 px-4 py-3.5 text-sm text-ink-2">
          <SetByFile />
          <p>{t("account.password.byFile")}</p>
        </div>
      </Panel>
    );
  return (
    <Panel title={t("account.password.title")}>
      <form method="post" ref={form} onSubmit={submit} className="grid gap-4 px-4 py-3.5">
        <input type="hidden" autoComplete="username" value={account.email} readOnly />
        <PasswordField
          label={t("account.password.current")}
          {...action.field("current")}
          required
          autoComplete="current-password"
        />
        <PasswordField
          label={t("account.password.new")}
          {...action.field("password")}
          required
          minLength={12}
          autoComplete="new-password"
          help={t("account.password.help")}
        />
        <FaultLine fault={action.fault} fields={["current", "password"]} />
        <div>
          <Button type="submit" pending={action.pending}>
            {t("account.password.change")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** A person's sessions, which can be ended one by one or all others at once. */
function SessionPanel({ sessions }: { sessions: OwnSession[] }) {
  const { t } = useWords();
  const ending = useAction(endSession, { said: t("account.sessions.ended") });
  const endingAll = useAction(endOthers, { said: t("account.sessions.endedOthers") });
  const pending = ending.pending || endingAll.pending;
  return (
    <Panel title={t("account.sessions.title")} count={sessions.length} footer={t("account.sessions.footer")}>
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
              {t("account.sessions.endOthers")}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function Line({ session, pending, onEnd }: { session: OwnSession; pending: boolean; onEnd: () => void }) {
  const words = useWords();
  const { t } = words;
  const { browser, address, createdAt, lastSeenAt, isHere } = session;
  const device = deviceWords(words, browser);
  const from = <span className="num wrap-anywhere">{address}</span>;
  return (
    <li className="flex items-center gap-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="font-strong">
          {isHere
            ? rich(words, "account.sessions.here", {
                device,
                rest: <span className="font-normal text-ink-3" />,
              })
            : device}
        </p>
        <p className="text-sm text-ink-2">
          {isHere
            ? rich(words, "account.sessions.inUse", { address: from })
            : rich(words, "account.sessions.lastSeen", {
                time: <TimeWithAge at={lastSeenAt} />,
                address: from,
              })}
        </p>
        <p className="text-sm text-ink-3">
          {rich(words, "account.sessions.signedIn", { time: <SiteTime at={createdAt} /> })}
        </p>
      </div>
      {!isHere && (
        <WordButton
          label={t("account.sessions.endOf", { device, address })}
          disabled={pending}
          onClick={onEnd}
        >
          {t("account.sessions.end")}
        </WordButton>
      )}
    </li>
  );
}
