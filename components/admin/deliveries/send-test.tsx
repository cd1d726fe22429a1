"use client";

import { useState } from "react";
import { WordLink } from "@/components/admin/word-link";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { saidAtOnce } from "@/components/ui/live-region";
import { Menu } from "@/components/ui/menu";
import { SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { sendTest } from "@/lib/operations/connecting/actions";
import type { TestOutcome } from "@/lib/operations/connecting/test-outcome";

/** Sends a test notification to our own address: it is received like a real one, but makes no alert. */
export function SendTest({ tenancies }: { tenancies: { tenantId: string; name: string }[] }) {
  const { t } = useWords();
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const action = useAction(sendTest, { onDone: setOutcome });
  const submit = (tenantId: string) => {
    setOutcome(null);
    action.submit({ tenantId });
  };
  const [only, second] = tenancies;
  const verb = t(action.pending ? "admin.deliveries.test.sending" : "admin.deliveries.test.send");
  return (
    <>
      {only && !second ? (
        <Button pending={action.pending} onClick={() => submit(only.tenantId)}>
          {verb}
        </Button>
      ) : (
        <Menu
          label={t("admin.deliveries.test.as")}
          placement="bottom end"
          trigger={
            <button type="button" disabled={action.pending} className={buttonClass({})}>
              {verb}
            </button>
          }
          groups={[
            {
              id: "tenancies",
              title: t("admin.deliveries.test.signedBy"),
              entries: tenancies.map(({ tenantId, name }) => ({ id: tenantId, label: name })),
            },
          ]}
          onAction={submit}
        />
      )}
      {(outcome || action.fault) && (
        <section
          aria-label={t("admin.deliveries.test.label")}
          className="basis-full rounded-3 border border-hairline bg-surface px-4 py-3"
        >
          <FaultLine fault={action.fault} />
          {outcome && <TestResult outcome={outcome} />}
        </section>
      )}
    </>
  );
}

/** The outcome of a test notification, its duration, and after a failure its likely cause and the next step. */
export function TestResult({ outcome }: { outcome: TestOutcome }) {
  const words = useWords();
  const { t } = words;
  const { ok, said, advice, ms, at, deliveryId } = outcome;
  return (
    <div ref={saidAtOnce} className="flex gap-2.5 text-sm">
      <Icon
        name={ok ? "ok" : "failed"}
        className={ok ? "mt-px size-4.5 shrink-0 text-healthy" : "mt-px size-4.5 shrink-0"}
      />
      <div className="grid min-w-0 gap-1">
        <p>
          <span className={ok ? "font-medium" : "font-strong"}>{said}</span>{" "}
          <span className="text-ink-3">
            {rich(words, "admin.deliveries.test.when", { time: <SiteTime at={at} />, count: ms })}
          </span>
        </p>
        {advice && (
          <p className="text-ink-2">
            {rich(words, "admin.mostOften", { ...advice, b: <span className="font-medium text-ink-1" /> })}
          </p>
        )}
        {deliveryId && (
          <p>
            <WordLink href={`/admin/deliveries?id=${deliveryId}`}>{t("admin.deliveries.test.show")}</WordLink>
          </p>
        )}
      </div>
    </div>
  );
}
