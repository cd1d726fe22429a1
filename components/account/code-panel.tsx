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
import { useWords } from "@/components/words/words";
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
  const { t } = useWords();
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  return (
    <Panel title={t("account.codes.title")}>
      <div className="grid gap-3 px-4 py-3.5">
        <Status recoveryCodes={recoveryCodes} />
        <div>
          <Button
            icon={recoveryCodes === null ? "lock" : "minus"}
            onClick={() => setStep(recoveryCodes === null ? { name: "password" } : { name: "end" })}
          >
            {recoveryCodes === null ? t("account.codes.turnOn") : t("account.codes.turnOff")}
          </Button>
        </div>
      </div>
      {step?.name === "password" && (
        <AskPassword
          title={t("account.codes.turnOnTitle")}
          verb={t("account.codes.continue")}
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
  const { t } = useWords();
  if (recoveryCodes === null) return <p className="text-sm text-ink-2">{t("account.codes.why")}</p>;
  return (
    <>
      <StateWord state="ok">{t("account.codes.on")}</StateWord>
      <p className="text-sm text-ink-2">{t("account.codes.left", { count: recoveryCodes })}</p>
    </>
  );
}

/** Turns two-factor sign-in off, against the password and a code. */
function EndCodes({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const action = useAction(endCodes, { said: t("account.codes.isOff"), onDone: onClose });
  return (
    <FormDialog
      title={t("account.codes.turnOffTitle")}
      verb={t("account.codes.turnOff")}
      action={action}
      fields={["current", "code"]}
      onSubmit={({ current = "", code = "" }) => action.submit({ current, code })}
      onClose={onClose}
    >
      <PasswordField
        label={t("account.codes.password")}
        {...action.field("current")}
        required
        autoComplete="current-password"
      />
      <TextField
        label={t("auth.code.label")}
        {...action.field("code")}
        required
        autoComplete="one-time-code"
        help={t("account.codes.help")}
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
  const { t } = useWords();
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
        label={t("account.codes.password")}
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
  const { t } = useWords();
  const action = useAction(confirmCodes, { onDone: ({ codes }) => onDone(codes) });
  return (
    <FormDialog
      wide
      title={t("account.codes.turnOnTitle")}
      verb={t("account.codes.turnOn")}
      action={action}
      fields={["code"]}
      onSubmit={({ code = "" }) => action.submit({ code })}
      onClose={onClose}
    >
      <p className="text-ink-2">{t("auth.required.scan")}</p>
      <KeyOfApp made={made}>
        <CopyButton text={made.key} className="-ml-1 mt-1" />
      </KeyOfApp>
      <TextField
        label={t("auth.code.label")}
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
  const { t } = useWords();
  return (
    <Dialog
      wide
      title={t("account.codes.recovery")}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("account.codes.saved")}
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">{t("auth.required.recovery")}</p>
      <CodeList codes={codes} />
      <CopyButton text={codes.join("\n")} className="-ml-1 mt-2">
        {t("account.codes.copyAll")}
      </CopyButton>
    </Dialog>
  );
}
