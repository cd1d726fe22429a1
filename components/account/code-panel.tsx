"use client";
import { useState } from "react";
import { FaultLine } from "@/components/admin/fault-line";
import { FormDialog } from "@/components/admin/form-dialog";
import { useAction } from "@/components/admin/use-action";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/field";
import { Panel, StateWord } from "@/components/ui/panel";
import { beginCodes, endCodes } from "@/lib/identity/users/account-actions";
import type { NewSecondFactor } from "@/lib/identity/users/contract";
import type { ActionResult } from "@/lib/web/http/action-result";
import { ConfirmCodes } from "./confirm-codes";
import { RecoveryCodes } from "./recovery-codes";

type Step =
  | { name: "password" }
  | { name: "key"; made: NewSecondFactor }
  | { name: "codes"; codes: string[] }
  | { name: "end" };

/** Whether the sign-in asks for a code of an app after the password; how to set it up, and to take it away. */
export function CodePanel({ recoveryCodes }: { recoveryCodes: number | null }) {
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  return (
    <Panel title="Codes at the sign-in">
      <div className="grid gap-3 px-4 py-3.5">
        <Stand recoveryCodes={recoveryCodes} />
        <div>
          <Button
            icon={recoveryCodes === null ? "lock" : "minus"}
            onClick={() => setStep(recoveryCodes === null ? { name: "password" } : { name: "end" })}
          >
            {recoveryCodes === null ? "Ask for codes" : "Ask for no codes"}
          </Button>
        </div>
      </div>
      {step?.name === "password" && (
        <AskPassword
          title="Ask for codes"
          verb="Go on"
          run={beginCodes}
          onDone={(made) => setStep({ name: "key", made })}
          onClose={close}
        />
      )}
      {step?.name === "key" && (
        <ConfirmCodes
          made={step.made}
          onDone={(codes) => setStep({ name: "codes", codes })}
          onClose={close}
        />
      )}
      {step?.name === "codes" && <RecoveryCodes codes={step.codes} onClose={close} />}
      {step?.name === "end" && (
        <AskPassword
          title="Ask for no codes"
          verb="Ask for no codes"
          said="The password alone is enough from now on"
          run={endCodes}
          onDone={close}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function Stand({ recoveryCodes }: { recoveryCodes: number | null }) {
  if (recoveryCodes === null)
    return (
      <p className="text-sm text-ink-2">
        Your password alone is enough now. An app on your phone can show a code that is asked for as well, so
        that a stolen password is worth nothing.
      </p>
    );
  return (
    <>
      <StateWord state="ok">Asked for after the password</StateWord>
      <p className="text-sm text-ink-2">
        {recoveryCodes === 0 &&
          "No recovery code is left: take codes away and set them up again for new ones."}
        {recoveryCodes === 1 &&
          "One recovery code is left. Take codes away and set them up again for new ones."}
        {recoveryCodes > 1 && `${recoveryCodes} recovery codes are left, for when the phone is lost.`}
      </p>
    </>
  );
}

function AskPassword<Value>({
  title,
  verb,
  said,
  run,
  onDone,
  onClose,
}: {
  title: string;
  verb: string;
  said?: string;
  run: (input: { current: string }) => Promise<ActionResult<Value>>;
  onDone: (value: Value) => void;
  onClose: () => void;
}) {
  const action = useAction(run, { ...(said && { said }), onDone });
  return (
    <FormDialog
      title={title}
      verb={verb}
      isOpen
      pending={action.pending}
      onSubmit={({ current = "" }) => action.submit({ current })}
      onClose={onClose}
    >
      <PasswordField
        label="Your password"
        name="current"
        required
        autoComplete="current-password"
        error={action.errorOf("current")}
      />
      <FaultLine fault={action.fault} fields={["current"]} />
    </FormDialog>
  );
}
