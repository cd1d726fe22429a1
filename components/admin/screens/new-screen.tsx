"use client";
import { useState } from "react";
import { ShownOnce } from "@/components/forms/shown-once";
import { type AddressAction, useMaking } from "@/components/forms/use-making";
import { Button } from "@/components/ui/button";
import { createScreen } from "@/lib/display/screens/actions";
import type { NewScreen as Input } from "@/lib/display/screens/contract";
import { inputOf, newDraft } from "./screen-draft";
import { ScreenForm, type Tenancies } from "./screen-form";

/** Makes a screen whose browser opens an address by itself, and shows that address once. */
export function NewScreen({ tenancies }: { tenancies: Tenancies }) {
  const { action, isOpen, open, close, made, forget } = useMaking(createScreen);
  return (
    <>
      <Button onClick={open}>Add by address</Button>
      {isOpen && <Form action={action} tenancies={tenancies} onClose={close} />}
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

function Form({
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
      onSubmit={() => action.submit(inputOf(draft))}
      onClose={onClose}
    />
  );
}
