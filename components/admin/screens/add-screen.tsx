"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ShownOnce } from "@/components/forms/dialogs";
import { useAction, useCreation } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { createScreen, pairScreen } from "@/lib/display/screens/actions";
import { formatCode, readCode } from "@/lib/display/screens/pairing";
import { ScreenForm, type Tenancies } from "./screen-form";

/** `tenantId` is the tenancy that the page's address names. */
type Offered = { tenancies: Tenancies; tenantId: string | undefined };

/** Creates a screen that is opened by an address, and shows that address once. */
export function NewScreen(offered: Offered) {
  const { action, isOpen, open, close, made, forget } = useCreation(createScreen);
  return (
    <>
      <Button onClick={open}>Add by address</Button>
      {isOpen && (
        <ScreenForm
          title="Add a screen by address"
          verb="Add"
          {...offered}
          action={action}
          onSubmit={action.submit}
          onClose={close}
        />
      )}
      {made && (
        <ShownOnce
          title="Open this address on the screen"
          text={made.address}
          hint="It holds the screen's token. It is shown now and never again: open it in the screen's browser, once, or keep it as that browser's start page."
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
  const router = useRouter();
  const [isOpen, setOpen] = useState(code !== null);
  const close = () => {
    setOpen(false);
    if (code !== null) router.replace("/admin/screens");
  };
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        Pair a screen
      </Button>
      {isOpen && <PairForm {...offered} given={code ?? ""} onClose={close} />}
    </>
  );
}

function PairForm({ given, onClose, ...offered }: Offered & { given: string; onClose: () => void }) {
  const [code, setCode] = useState(formatCode(readCode(given)));
  const action = useAction(pairScreen, { said: (_, { name }) => `${name} is paired`, onDone: onClose });
  return (
    <ScreenForm
      title="Pair a screen"
      verb="Pair"
      {...offered}
      action={action}
      fields={["code"]}
      onSubmit={(screen) => action.submit({ ...screen, code })}
      onClose={onClose}
    >
      <TextField
        label="Code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="K7M 3PX"
        help="Open /wall on the screen: it shows a code, which is good for ten minutes"
        value={code}
        onChange={(event) => setCode(event.target.value.toUpperCase())}
        error={action.errorOf("code")}
      />
    </ScreenForm>
  );
}
