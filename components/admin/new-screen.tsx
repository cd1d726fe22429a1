"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/http/action-result";
import type { NewScreen as Input } from "@/lib/screens/contract";
import { inputOf, newDraft } from "./screen-draft";
import { ScreenForm, type Tenancies } from "./screen-form";
import { ShownOnce } from "./shown-once";
import { useAction } from "./use-action";

type Create = (input: Input) => Promise<ActionResult<{ address: string }>>;

/** Makes a screen whose browser opens an address by itself, and shows that address once. */
export function NewScreen({ create, tenancies }: { create: Create; tenancies: Tenancies }) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add by address</Button>
      {isOpen && (
        <Form create={create} tenancies={tenancies} onMade={setMade} onClose={() => setOpen(false)} />
      )}
      {made && (
        <ShownOnce
          title="Open this address on the screen"
          text={made}
          hint="It holds the screen's token. It is shown now and never again: open it in the screen's browser, once, or keep it as that browser's start page."
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

function Form({
  create,
  tenancies,
  onMade,
  onClose,
}: {
  create: Create;
  tenancies: Tenancies;
  onMade: (address: string) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => newDraft(tenancies[0]?.tenantId ?? ""));
  const action = useAction(create, {
    onDone: ({ address }) => {
      onClose();
      onMade(address);
    },
  });
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
