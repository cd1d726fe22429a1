"use client";

import { useState } from "react";
import { readForm } from "@/components/forms/form-parts";
import { signOut } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useWords } from "@/components/words/words";
import { beginRequiredCodes, confirmRequiredCodes } from "@/lib/identity/users/account-actions";
import type { NewSecondFactor } from "@/lib/identity/users/contract";
import { FormFault } from "./forms";
import { CodeList, KeyOfApp } from "./second-factor-parts";
import { usePlainAction } from "./use-plain-action";

/** Sets up the second factor that this installation requires, before anything else is shown. */
export function RequiredCodes({ next }: { next: string }) {
  const { t } = useWords();
  const [made, setMade] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const beginning = usePlainAction(beginRequiredCodes, setMade);
  const confirming = usePlainAction(confirmRequiredCodes, (value) => setCodes(value.codes));
  const { fault } = made ? confirming : beginning;
  if (codes)
    return (
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t("auth.required.recovery")}</p>
        <CodeList codes={codes} />
        <Button variant="primary" className="h-11! text-lg!" onClick={() => window.location.assign(next)}>
          {t("auth.required.continue")}
        </Button>
      </div>
    );
  return (
    <form
      method="post"
      onSubmit={(event) => confirming.submit({ code: readForm(event).code ?? "" })}
      className="flex flex-col gap-4"
      noValidate
    >
      <p className="text-ink-2">{t("auth.required.why")}</p>
      {fault && fault.parameter !== "code" && <FormFault>{fault.message}</FormFault>}
      {made ? (
        <>
          <p className="text-ink-2">{t("auth.required.scan")}</p>
          <KeyOfApp made={made} />
          <TextField
            label={t("auth.code.label")}
            {...confirming.field("code")}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123456"
          />
          <Button type="submit" variant="primary" pending={confirming.pending} className="h-11! text-lg!">
            {t("auth.required.turnOn")}
          </Button>
        </>
      ) : (
        <Button
          variant="primary"
          pending={beginning.pending}
          className="h-11! text-lg!"
          onClick={() => beginning.submit({})}
        >
          {t("auth.required.begin")}
        </Button>
      )}
      <Button variant="quiet" onClick={() => void signOut()}>
        {t("auth.required.signOut")}
      </Button>
    </form>
  );
}
