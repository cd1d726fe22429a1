"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { useRefresh } from "@/components/live/use-refresh";
import type { TenancyDetails, Trials } from "@/lib/farm/tenancies/contract";
import { saveSettings } from "@/lib/operations/connecting/actions";
import type { TestStep } from "@/lib/operations/connecting/connection-step";
import { trialsOfSteps, untriedBy } from "@/lib/operations/connecting/trials";
import type { SecretCheck } from "../client-secret";
import { useConnectionTest } from "../connection-test";
import { changedSettings, type Draft, type DraftSettings, type FormPart, toDraft } from "../tenancy-draft";

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

/** The form of one stage: saved, then tested. */
export function useStage(tenancy: TenancyDetails, options: Options) {
  const [changes, setChanges] = useState<Partial<Draft>>(options.preset ?? {});
  const [changed, setChanged] = useState(false);
  const [storing, setStoring] = useState(false);
  const refresh = useRefresh();
  const draft: Draft = { ...toDraft(tenancy), ...changes };
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
  // A test says nothing of changes made since it was saved.
  return { part, submit, test, changed, pending, fault: action.fault };
}

/** Callbacks by which a stage reports what it saved and tested. */
export type Findings = {
  onSaved: (settings: Partial<DraftSettings>) => void;
  onSecretStored: (check: SecretCheck) => void;
  /** Called after a test with what is stored. */
  onTested: (steps: readonly TestStep[]) => void;
};

/** Results of tests on this page, whichever stage ran them. */
export function useTrials(tenancy: TenancyDetails): { trials: Trials } & Findings {
  const [trials, setTrials] = useState<Trials>({});
  const note = (more: Trials) => setTrials((known) => ({ ...known, ...more }));
  return {
    trials,
    onSaved: (settings) => note(untriedNow(settings, tenancy)),
    onSecretStored: (check) => note({ client: check === "fits" ? "passed" : "untried" }),
    onTested: (steps) => note(trialsOfSteps(steps)),
  };
}

/** Fetching that was switched on just now is no older than its test. */
function untriedNow(saved: Partial<DraftSettings>, stored: TenancyDetails): Trials {
  const secretSetAt = stored.clientSecret?.storedAt ?? null;
  const changed = untriedBy({ ...stored, ...saved, secretSetAt }, { ...stored, secretSetAt });
  return saved.syncEnabled && !stored.syncEnabled ? { ...changed, history: "untried" } : changed;
}
