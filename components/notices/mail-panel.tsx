"use client";
import { useSite } from "@/components/shell/site-context";
import { Panel, StateWord } from "@/components/ui/panel";
import type { NoticesPage } from "@/lib/alerting/notices/contract";

/** Where mails go, or who can see to it that they go. */
export function MailPanel({ email }: { email: NoticesPage["email"] }) {
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
