"use client";
import { useState } from "react";
import type { TenancyDetails, Trials } from "@/lib/farm/tenancies/contract";
import type { TestStep } from "@/lib/operations/connecting/connection-step";
import { trialsOfSteps, untriedBy } from "@/lib/operations/connecting/trials";
import type { SecretCheck } from "../client-secret";
import type { DraftSettings } from "../tenancy-draft";

/** What a stage found out about what is stored. */
export type Findings = {
  onSaved: (settings: Partial<DraftSettings>) => void;
  onSecretStored: (check: SecretCheck) => void;
  /** Called after a test with what is stored. */
  onTested: (steps: readonly TestStep[]) => void;
};

/** What was found out on this page about what is stored, whichever stage ran the test. */
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
