"use client";

import { type FormEvent, useState } from "react";
import { useRefresh } from "@/components/live/use-refresh";
import type { SettingsChanges, TenancyDetails, Trials } from "@/lib/farm/tenancies/contract";
import type { TestStep } from "@/lib/operations/connecting/connection-step";
import { trialsOfSteps, untriedBy } from "@/lib/operations/connecting/trials";
import type { SecretCheck } from "../client-secret";
import { useConnectionTest } from "../connection-test";
import { type Draft, type FormPart, useTenancyForm } from "../use-tenancy-form";

type Options = {
  /** Initial values of members that are not stored yet. */
  preset?: Partial<Draft>;
  /** Stores what is no setting; returns the client secret to test with, empty for the stored one. */
  store?: () => Promise<string>;
  /** The last step of the connection test to run; without it nothing is tested. */
  upTo?: number;
  onStored?: () => void;
};

/** The form of one stage: saved, then tested. */
export function useStage(
  { tenancy, onSaved, onTested }: Findings & { tenancy: TenancyDetails },
  { preset, store, upTo, onStored }: Options,
) {
  const [changed, setChanged] = useState(false);
  const [storing, setStoring] = useState(false);
  const refresh = useRefresh();
  const test = useConnectionTest(tenancy.tenantId);
  const form = useTenancyForm(tenancy, {
    preset,
    onSaved: (settings) => {
      onSaved(settings);
      void storeAndTest();
    },
  });
  const storeAndTest = async () => {
    setChanged(false);
    setStoring(true);
    const clientSecret = (await store?.()) ?? "";
    refresh();
    setStoring(false);
    onStored?.();
    if (upTo === undefined) return;
    // The server takes the other values as they are stored by now; this page may be older.
    const steps = await test.run({ clientSecret, upTo });
    if (!clientSecret) onTested(steps);
  };
  const part: FormPart = {
    ...form.part,
    set: (changes) => {
      form.part.set(changes);
      setChanged(true);
    },
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save(form.entered);
  };
  const passed = test.steps.filter(({ state }) => state === "done").length;
  return {
    part,
    submit,
    test,
    /** The form was changed since it was saved, so the test does not apply to it. */
    changed,
    /** All steps passed with what the form holds. */
    hasPassed: !changed && !test.running && test.ranAt !== null && upTo !== undefined && passed >= upTo,
    pending: form.pending || storing || test.running,
    fault: form.fault,
  };
}

/** Callbacks by which a stage reports what it saved and tested. */
export type Findings = {
  onSaved: (settings: SettingsChanges) => void;
  onSecretStored: (check: SecretCheck) => void;
  /** Called after a test of what is stored. */
  onTested: (steps: readonly TestStep[]) => void;
};

/** Results of tests on this page, whichever stage ran them. */
export function useTrials(tenancy: TenancyDetails): { trials: Trials } & Findings {
  const [trials, setTrials] = useState<Trials>({});
  const note = (more: Trials) => setTrials((known) => ({ ...known, ...more }));
  return {
    trials,
    onSaved: (settings) => {
      const stored = { ...tenancy, secretSetAt: tenancy.clientSecret?.storedAt ?? null };
      note(untriedBy({ ...stored, ...settings }, stored));
      // An earlier test of the history does not cover fetching that was just switched on.
      if (settings.syncEnabled && !tenancy.syncEnabled) note({ history: "untried" });
    },
    onSecretStored: (check) => note({ client: check === "fits" ? "passed" : "untried" }),
    onTested: (steps) => note(trialsOfSteps(steps)),
  };
}
