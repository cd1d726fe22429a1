"use client";
import { useState } from "react";
import { PageHead } from "@/components/admin/page-head";
import type { NoticesPage } from "@/lib/alerting/notices/contract";
import { DevicePanel } from "./device-panel";
import { MailPanel } from "./mail-panel";
import { RulePanel } from "./rule-panel";
import { SendTest } from "./send-test";

/** What a person is told of, where, and how: their own rules, devices and mail address. */
export function NoticesView({ notices }: { notices: NoticesPage }) {
  const { devices, rules, pushKey, email } = notices;
  const [isEditing, setEditing] = useState(false);
  const reachable = devices.length > 0 || email.configured;
  return (
    <div className="mx-auto max-w-300 max-sm:[&_h1]:sr-only">
      <PageHead
        title="Notices"
        hint="Leafwatch tells you of alerts while no page is open. Rules and devices here are your own."
        action={reachable && <SendTest />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <RulePanel
          rules={rules}
          canMail={email.configured}
          hasDevice={devices.length > 0}
          onEditing={setEditing}
        />
        <div className="grid gap-4 max-lg:-order-1">
          <DevicePanel
            devices={devices}
            pushKey={pushKey}
            isNext={devices.length === 0 && rules.length > 0 && !isEditing}
          />
          <MailPanel email={email} />
        </div>
      </div>
    </div>
  );
}
