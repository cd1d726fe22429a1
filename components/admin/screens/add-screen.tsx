"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ShownOnce } from "@/components/forms/dialogs";
import { useAction, useCreation } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useWords } from "@/components/words/words";
import { createScreen, pairScreen } from "@/lib/display/screens/actions";
import { formatCode, readCode } from "@/lib/display/screens/pairing";
import { ScreenForm, type Tenancies } from "./screen-form";

/** `tenantId` is the tenancy that the page's address names. */
type Offered = { tenancies: Tenancies; tenantId: string | undefined };

/** Creates a screen that is opened by an address, and shows that address once. */
export function NewScreen(offered: Offered) {
  const { t } = useWords();
  const { action, isOpen, open, close, made, forget } = useCreation(createScreen);
  return (
    <>
      <Button onClick={open}>{t("admin.screens.add.byAddress")}</Button>
      {isOpen && (
        <ScreenForm
          title={t("admin.screens.add.title")}
          verb={t("admin.screens.add.verb")}
          {...offered}
          action={action}
          onSubmit={action.submit}
          onClose={close}
        />
      )}
      {made && (
        <ShownOnce
          title={t("admin.screens.add.open")}
          text={made.address}
          hint={t("admin.screens.add.openHint")}
          onClose={forget}
        />
      )}
    </>
  );
}

/** Pairs the browser that shows a code; opens at once if the page's address has the code. */
export function PairScreen({
  code,
  ...offered
}: Offered & {
  /** From the page's address, which the QR code on the screen leads to. */
  code: string | null;
}) {
  const { t } = useWords();
  const router = useRouter();
  const [isOpen, setOpen] = useState(code !== null);
  const close = () => {
    setOpen(false);
    if (code !== null) router.replace("/admin/screens");
  };
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        {t("admin.screens.add.pair")}
      </Button>
      {isOpen && <PairForm {...offered} given={code ?? ""} onClose={close} />}
    </>
  );
}

function PairForm({ given, onClose, ...offered }: Offered & { given: string; onClose: () => void }) {
  const { t } = useWords();
  const [code, setCode] = useState(formatCode(readCode(given)));
  const action = useAction(pairScreen, {
    said: (_, { name }) => t("admin.screens.add.paired", { name }),
    onDone: onClose,
  });
  return (
    <ScreenForm
      title={t("admin.screens.add.pair")}
      verb={t("admin.screens.add.pairVerb")}
      {...offered}
      action={action}
      fields={["code"]}
      onSubmit={(screen) => action.submit({ ...screen, code })}
      onClose={onClose}
    >
      <TextField
        label={t("admin.screens.add.code")}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="K7M 3PX"
        help={t("admin.screens.add.codeHelp")}
        value={code}
        onChange={(event) => setCode(event.target.value.toUpperCase())}
        error={action.errorOf("code")}
      />
    </ScreenForm>
  );
}
