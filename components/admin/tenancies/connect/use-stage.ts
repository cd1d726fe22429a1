"use client";
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { useRefresh } from "@/components/live/use-refresh";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { saveSettings } from "@/lib/operations/connecting/actions";
import type { TestStep } from "@/lib/operations/connecting/connection-step";
import { changedSettings, type Draft, type DraftSettings, draftOf } from "../tenancy-draft";
import type { FormPart } from "../tenancy-form";
import { useConnectionTest } from "../use-connection-test";

type Options = {
  /** What the form proposes where nothing is stored yet. */
  preset?: Partial<Draft>;
  /** Stores what is no setting; gives the client secret that is to be tried, empty for the stored one. */
  store?: () => Promise<string>;
  /** The last step of the connection test that is tried then; none where it is left out. */
  upTo?: number;
  /** Called after a test with what is stored. */
  onTested?: (steps: readonly TestStep[]) => void;
  onSaved: (settings: Partial<DraftSettings>) => void;
  onStored?: () => void;
};

/** The form of one stage: what is entered is saved, then tried. */
export function useStage(tenancy: TenancyDetails, options: Options) {
  const [changes, setChanges] = useState<Partial<Draft>>(options.preset ?? {});
  const [changed, setChanged] = useState(false);
  const [storing, setStoring] = useState(false);
  const refresh = useRefresh();
  const draft: Draft = { ...draftOf(tenancy), ...changes };
  const test = useConnectionTest(tenancy.tenantId);
  const goOn = async () => {
    setChanged(false);
    setStoring(true);
    const secret = (await options.store?.()) ?? "";
    refresh();
    setStoring(false);
    if (options.upTo !== undefined) void runTest(secret, options.upTo);
    options.onStored?.();
  };
  const runTest = async (secret: string, upTo: number) => {
    // What is stored by now, whatever this page has read of it.
    const steps = await test.run({ clientSecret: secret, upTo });
    if (!secret) options.onTested?.(steps);
  };
  const settings = changedSettings(draft, Object.keys(changes) as (keyof Draft)[]);
  const action = useAction(saveSettings, {
    onDone: () => {
      options.onSaved(settings);
      void goOn();
    },
  });
  const part: FormPart = {
    tenancy,
    draft,
    set: (more) => {
      setChanges((known) => ({ ...known, ...more }));
      setChanged(true);
    },
    errorOf: (member) => action.errorOf(`settings.${member}`) ?? action.errorOf(member),
    lockedOf: (member) => tenancy.lockedFields.includes(member),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.submit({ tenantId: tenancy.tenantId, settings });
  };
  const pending = action.pending || storing || test.running;
  // What was changed since it was saved, a test says nothing of.
  return { part, submit, test, changed, pending, fault: action.fault };
}
