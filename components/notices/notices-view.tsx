"use client";
import { useState } from "react";
import { PageHead } from "@/components/forms/page-head";
import { useAction } from "@/components/forms/use-action";
import { useSite } from "@/components/live/site-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Panel, StateWord } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { testNotices } from "@/lib/alerting/notices/actions";
import type { NoticesPage, TestOutcome } from "@/lib/alerting/notices/contract";
import type { PlainKey } from "@/lib/base/words/messages";
import { DevicePanel } from "./device-panel";
import { RulePanel } from "./rule-panel";
import { TeamPanel } from "./team-panel";

/** A person's own rules, those of their team, and their devices and email address for notices. */
export function NoticesView({ notices }: { notices: NoticesPage }) {
  const { t } = useWords();
  const { devices, rules, pushKey, email } = notices;
  const { tenancy } = useSite();
  const [isEditing, setEditing] = useState(false);
  const reachable = devices.length > 0 || email.configured;
  const teamRules = notices.teamRules.filter(({ tenant }) => tenant === tenancy?.tenantId);
  const isToldByTeam = teamRules.some(({ muted, binding }) => !muted || binding);
  return (
    <div className="mx-auto max-w-300 max-sm:[&_h1]:sr-only">
      <PageHead title={t("notices.title")} hint={t("notices.hint")} action={reachable && <SendTest />} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        {/* First, as on a phone: what comes later in a page that still loads may push nothing that is seen. */}
        <div className="grid gap-4 lg:col-start-2 lg:row-start-1">
          <DevicePanel
            devices={devices}
            pushKey={pushKey}
            isNext={devices.length === 0 && (rules.length > 0 || isToldByTeam) && !isEditing}
          />
          <MailPanel email={email} />
        </div>
        <div className="grid gap-4 lg:col-start-1 lg:row-start-1">
          <RulePanel
            rules={rules}
            canMail={email.configured}
            hasDevice={devices.length > 0}
            hasTeamRule={isToldByTeam}
            onEditing={setEditing}
          />
          {teamRules.length > 0 && (
            <TeamPanel rules={teamRules} canMail={email.configured} hasDevice={devices.length > 0} />
          )}
        </div>
      </div>
    </div>
  );
}

const SENT = {
  device: "notices.test.sentToDevice",
  email: "notices.test.sentByEmail",
} as const satisfies Record<TestOutcome["way"], PlainKey>;

/** Sends a real test notice and shows the outcome for each device and address. */
function SendTest() {
  const { t } = useWords();
  const [outcomes, setOutcomes] = useState<TestOutcome[] | null>(null);
  const action = useAction(testNotices, { onDone: setOutcomes });
  const close = () => setOutcomes(null);
  return (
    <div className="grid justify-items-end gap-1.5 max-sm:w-full max-sm:justify-items-stretch">
      <Button icon="notifications" pending={action.pending} onClick={() => action.submit({})}>
        {t("notices.test.send")}
      </Button>
      {action.fault && (
        <p role="alert" className="text-sm font-medium">
          {action.fault.message}
        </p>
      )}
      <Dialog
        title={t("notices.test.title")}
        isOpen={outcomes !== null}
        onClose={close}
        actions={<Button onClick={close}>{t("ui.close")}</Button>}
      >
        <ul className="grid gap-3">
          {outcomes?.map(({ way, to, error }) => (
            <li key={to} className="flex gap-2.5">
              <Icon
                name={error ? "failed" : "ok"}
                className={`mt-0.5 size-4.5 shrink-0 ${error ? "" : "text-healthy"}`}
              />
              <div className="min-w-0">
                <p className="font-strong wrap-anywhere">{to}</p>
                <p className="text-sm text-ink-2 wrap-anywhere">
                  {error ? t("notices.test.failed", { fault: error }) : t(SENT[way])}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

/** The address for email, or how to set up a mail server. */
function MailPanel({ email }: { email: NoticesPage["email"] }) {
  const { t } = useWords();
  const { user } = useSite();
  return (
    <Panel title={t("notices.email.title")}>
      <div className="grid gap-1.5 px-4 py-3.5">
        {email.configured ? (
          <>
            <StateWord state="ok">{t("notices.email.goesTo")}</StateWord>
            <p className="font-strong wrap-anywhere">{email.address}</p>
            <p className="text-sm text-ink-3">{t("notices.email.signIn")}</p>
          </>
        ) : (
          <>
            <StateWord state="silent">{t("notices.email.none")}</StateWord>
            <p className="text-sm text-ink-2">
              {t(user.role === "admin" ? "notices.email.setForAdmin" : "notices.email.set")}
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}
