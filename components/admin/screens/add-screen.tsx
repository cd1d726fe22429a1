"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ShownOnce } from "@/components/forms/dialogs";
import { type AddressAction, useAction, useCreation } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { createScreen, pairScreen } from "@/lib/display/screens/actions";
import type { NewScreen as Input } from "@/lib/display/screens/contract";
import { formatCode, readCode } from "@/lib/display/screens/pairing";
import { newDraft, toInput } from "./screen-draft";
import { ScreenForm, type Tenancies } from "./screen-form";

/** Creates a screen that is opened by an address, and shows that address once. */
export function NewScreen({ tenancies }: { tenancies: Tenancies }) {
  const { action, isOpen, open, close, made, forget } = useCreation(createScreen);
  return (
    <>
      <Button onClick={open}>Add by address</Button>
      {isOpen && <AddressForm action={action} tenancies={tenancies} onClose={close} />}
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

function AddressForm({
  action,
  tenancies,
  onClose,
}: {
  action: AddressAction<Input>;
  tenancies: Tenancies;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => newDraft(tenancies[0]?.tenantId ?? ""));
  return (
    <ScreenForm
      title="Add a screen by address"
      verb="Add"
      draft={draft}
      onChange={setDraft}
      tenancies={tenancies}
      action={action}
      onSubmit={() => action.submit(toInput(draft))}
      onClose={onClose}
    />
  );
}

/** Pairs the browser that shows a code; opens at once if the page's address has the code. */
export function PairScreen({
  tenancies,
  code,
}: {
  tenancies: Tenancies;
  /** Of the address, as the QR code on the screen gives it. */
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
      {isOpen && <CodeForm tenancies={tenancies} given={code} onClose={close} />}
    </>
  );
}

function CodeForm({
  tenancies,
  given,
  onClose,
}: {
  tenancies: Tenancies;
  given: string | null;
  onClose: () => void;
}) {
  const [code, setCode] = useState(formatCode(readCode(given ?? "")));
  const [draft, setDraft] = useState(() => newDraft(tenancies[0]?.tenantId ?? ""));
  const action = useAction(pairScreen, { said: `${draft.name} is paired`, onDone: onClose });
  return (
    <ScreenForm
      title="Pair a screen"
      verb="Pair"
      draft={draft}
      onChange={setDraft}
      tenancies={tenancies}
      action={action}
      fields={["code"]}
      onSubmit={() => action.submit({ ...toInput(draft), code })}
      onClose={onClose}
      first={
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
      }
    />
  );
}
