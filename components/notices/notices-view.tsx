"use client";
import { useState } from "react";
import { PageHead } from "@/components/forms/page-head";
import { useAction } from "@/components/forms/use-action";
import { useSite } from "@/components/live/site-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Panel, StateWord } from "@/components/ui/panel";
import { testNotices } from "@/lib/alerting/notices/actions";
import type { NoticesPage, TestOutcome } from "@/lib/alerting/notices/contract";
import { DevicePanel } from "./device-panel";
import { RulePanel } from "./rule-panel";
import { TeamPanel } from "./team-panel";

/** A person's own rules, those of their team, and their devices and e-mail address for notices. */
export function NoticesView({ notices }: { notices: NoticesPage }) {
  const { devices, rules, pushKey, email } = notices;
  const { tenancy } = useSite();
  const [isEditing, setEditing] = useState(false);
  const reachable = devices.length > 0 || email.configured;
  const teamRules = notices.teamRules.filter(({ tenant }) => tenant === tenancy?.tenantId);
  const isToldByTeam = teamRules.some(({ muted, binding }) => !muted || binding);
  return (
    <div className="mx-auto max-w-300 max-sm:[&_h1]:sr-only">
      <PageHead
        title="Notices"
        hint="Leafwatch tells you of alerts while no page is open. Rules and devices here are your own; an admin makes those of your team."
        action={reachable && <SendTest />}
      />
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

const WHERE_TO_LOOK: Record<TestOutcome["way"], string> = {
  device: "If nothing appears, check that its system allows notifications from this browser.",
  email: "If it does not arrive, check your spam folder.",
};

/** Sends a real test notice and shows the outcome for each device and address. */
function SendTest() {
  const [outcomes, setOutcomes] = useState<TestOutcome[] | null>(null);
  const action = useAction(testNotices, { onDone: setOutcomes });
  const close = () => setOutcomes(null);
  return (
    <div className="grid justify-items-end gap-1.5 max-sm:w-full max-sm:justify-items-stretch">
      <Button icon="notifications" pending={action.pending} onClick={() => action.submit({})}>
        Send a test
      </Button>
      {action.fault && (
        <p role="alert" className="text-sm font-medium">
          {action.fault.message}
        </p>
      )}
      <Dialog
        title="The test"
        isOpen={outcomes !== null}
        onClose={close}
        actions={<Button onClick={close}>Close</Button>}
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
                  {error ? `Not sent. ${error}` : `Sent. ${WHERE_TO_LOOK[way]}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

/** The address for e-mail, or how to set up a mail server. */
function MailPanel({ email }: { email: NoticesPage["email"] }) {
  const { user } = useSite();
  return (
    <Panel title="Email">
      <div className="grid gap-1.5 px-4 py-3.5">
        {email.configured ? (
          <>
            <StateWord state="ok">Goes to</StateWord>
            <p className="font-strong wrap-anywhere">{email.address}</p>
            <p className="text-sm text-ink-3">It is the address that you sign in with.</p>
          </>
        ) : (
          <>
            <StateWord state="silent">No mail server is set</StateWord>
            <p className="text-sm text-ink-2">
              {user.role === "admin"
                ? "Set LEAFWATCH_SMTP_URL and LEAFWATCH_SMTP_FROM where Leafwatch is started, then restart it."
                : "Whoever runs Leafwatch can set one with LEAFWATCH_SMTP_URL and LEAFWATCH_SMTP_FROM: ask your admin."}
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}
