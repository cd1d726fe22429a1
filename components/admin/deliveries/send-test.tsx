"use client";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { sendTest } from "@/lib/operations/connecting/actions";
import type { TestOutcome } from "@/lib/operations/connecting/test-outcome";
import { TestResult } from "./test-result";

/** Sends a test notification to our own address: the whole way of a real one, without an alert at its end. */
export function SendTest({ tenancies }: { tenancies: { tenantId: string; name: string }[] }) {
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const action = useAction(sendTest, { onDone: setOutcome });
  const submit = (tenantId: string) => {
    setOutcome(null);
    action.submit({ tenantId });
  };
  const [only, second] = tenancies;
  return (
    <>
      {only && !second ? (
        <Button pending={action.pending} onClick={() => submit(only.tenantId)}>
          {wordsOf(action.pending)}
        </Button>
      ) : (
        <Menu
          label="Send a test as"
          placement="bottom end"
          trigger={
            <button type="button" disabled={action.pending} className={buttonClass({})}>
              {wordsOf(action.pending)}
            </button>
          }
          groups={[
            {
              id: "tenancies",
              title: "Signed by",
              entries: tenancies.map(({ tenantId, name }) => ({ id: tenantId, label: name })),
            },
          ]}
          onAction={submit}
        />
      )}
      {(outcome || action.fault) && (
        <section
          aria-label="Test notification"
          className="basis-full rounded-3 border border-hairline bg-surface px-4 py-3"
        >
          <FaultLine fault={action.fault} />
          {outcome && <TestResult outcome={outcome} />}
        </section>
      )}
    </>
  );
}

const wordsOf = (pending: boolean) => (pending ? "Sending" : "Send a test notification");
