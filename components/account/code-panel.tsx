"use client";
import { useState } from "react";
import { CodeList, KeyOfApp } from "@/components/auth/second-factor-parts";
import { FormDialog } from "@/components/forms/dialogs";
import { useAction } from "@/components/forms/use-action";
import { CopyButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { PasswordField, TextField } from "@/components/ui/field";
import { Panel, StateWord } from "@/components/ui/panel";
import { beginCodes, confirmCodes, endCodes } from "@/lib/identity/users/account-actions";
import type { NewSecondFactor } from "@/lib/identity/users/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

type Step =
  | { name: "password" }
  | { name: "key"; made: NewSecondFactor }
  | { name: "codes"; codes: string[] }
  | { name: "end" };

/** Two-factor sign-in with an authenticator app: state, setup and removal. */
export function CodePanel({ recoveryCodes }: { recoveryCodes: number | null }) {
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  return (
    <Panel title="Two-factor sign-in">
      <div className="grid gap-3 px-4 py-3.5">
        <Status recoveryCodes={recoveryCodes} />
        <div>
          <Button
            icon={recoveryCodes === null ? "lock" : "minus"}
            onClick={() => setStep(recoveryCodes === null ? { name: "password" } : { name: "end" })}
          >
            {recoveryCodes === null ? "Turn on" : "Turn off"}
          </Button>
        </div>
      </div>
      {step?.name === "password" && (
        <AskPassword
          title="Turn on two-factor sign-in"
          verb="Continue"
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
      {step?.name === "end" && <EndCodes onClose={close} />}
    </Panel>
  );
}

function Status({ recoveryCodes }: { recoveryCodes: number | null }) {
  if (recoveryCodes === null)
    return (
      <p className="text-sm text-ink-2">
        You sign in with your password alone. With two-factor sign-in you also enter a code from an app on
        your phone, so that nobody can sign in with a stolen password.
      </p>
    );
  return (
    <>
      <StateWord state="ok">On</StateWord>
      <p className="text-sm text-ink-2">
        {recoveryCodes === 0 &&
          "No recovery codes are left. Turn two-factor sign-in off and on again to get new ones."}
        {recoveryCodes === 1 &&
          "One recovery code is left. Turn two-factor sign-in off and on again to get new ones."}
        {recoveryCodes > 1 && `You have ${recoveryCodes} recovery codes left, in case you lose your phone.`}
      </p>
    </>
  );
}

/** Turns two-factor sign-in off, against the password and a code. */
function EndCodes({ onClose }: { onClose: () => void }) {
  const action = useAction(endCodes, { said: "Two-factor sign-in is off", onDone: onClose });
  return (
    <FormDialog
      title="Turn off two-factor sign-in"
      verb="Turn off"
      action={action}
      fields={["current", "code"]}
      onSubmit={({ current = "", code = "" }) => action.submit({ current, code })}
      onClose={onClose}
    >
      <PasswordField
        label="Your password"
        {...action.field("current")}
        required
        autoComplete="current-password"
      />
      <TextField
        label="Code"
        {...action.field("code")}
        required
        autoComplete="one-time-code"
        help="The six digits in your app, or a recovery code. If you have lost both, ask your admin"
      />
    </FormDialog>
  );
}

function AskPassword<Value>({
  title,
  verb,
  run,
  onDone,
  onClose,
}: {
  title: string;
  verb: string;
  run: (input: { current: string }) => Promise<ActionResult<Value>>;
  onDone: (value: Value) => void;
  onClose: () => void;
}) {
  const action = useAction(run, { onDone });
  return (
    <FormDialog
      title={title}
      verb={verb}
      action={action}
      fields={["current"]}
      onSubmit={({ current = "" }) => action.submit({ current })}
      onClose={onClose}
    >
      <PasswordField
        label="Your password"
        {...action.field("current")}
        required
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

/** The key for an authenticator app, and a field for a code that proves the app has it. */
function ConfirmCodes({
  made,
  onDone,
  onClose,
}: {
  made: NewSecondFactor;
  onDone: (codes: string[]) => void;
  onClose: () => void;
}) {
  const action = useAction(confirmCodes, { onDone: ({ codes }) => onDone(codes) });
  return (
    <FormDialog
      wide
      title="Turn on two-factor sign-in"
      verb="Turn on"
      action={action}
      fields={["code"]}
      onSubmit={({ code = "" }) => action.submit({ code })}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Scan this with an authenticator app on your phone, or type the key into it. Then enter the code that
        the app shows.
      </p>
      <KeyOfApp made={made}>
        <CopyButton text={made.key} className="-ml-1 mt-1" />
      </KeyOfApp>
      <TextField
        label="Code"
        {...action.field("code")}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
      />
    </FormDialog>
  );
}

/** The recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      wide
      title="Recovery codes"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have them
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">
        If you lose your phone, you can enter one of these instead of a code. Each works once. They are not
        shown again: keep them somewhere other than on the phone.
      </p>
      <CodeList codes={codes} />
      <CopyButton text={codes.join("\n")} className="-ml-1 mt-2">
        Copy all
      </CopyButton>
    </Dialog>
  );
}
