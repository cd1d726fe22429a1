"use client";
import { useState } from "react";
import { useAction } from "@/components/admin/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { testNotices } from "@/lib/alerting/notices/actions";
import type { TestOutcome } from "@/lib/alerting/notices/contract";

const WHERE_TO_LOOK: Record<TestOutcome["way"], string> = {
  device: "If nothing shows, look at the notices that its system lets through.",
  email: "If it does not come, look among the unwanted mail.",
};

/** Sends a test all the way, and says for each device and address what became of it. */
export function SendTest() {
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
          {outcomes?.map((one) => (
            <Outcome key={one.to} outcome={one} />
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

function Outcome({ outcome: { way, to, error } }: { outcome: TestOutcome }) {
  return (
    <li className="flex gap-2.5">
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
  );
}
