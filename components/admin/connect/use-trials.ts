"use client";
import { useState } from "react";
import type { TenancyDetails, Trials } from "@/lib/farm/tenancies/contract";
import type { TestStep } from "@/lib/operations/connecting/connection-step";
import { trialsOfSteps, untriedBy } from "@/lib/operations/connecting/trials";
import type { TenancyActions } from "../tenancy-form";

/** What was found out on this page about what is stored, whichever stage ran the test. */
export function useTrials(tenancy: TenancyDetails, actions: TenancyActions) {
  const [trials, setTrials] = useState<Trials>({});
  const note = (more: Trials) => setTrials((known) => ({ ...known, ...more }));
  const save: TenancyActions["save"] = async (input) => {
    const result = await actions.save(input);
    if (result.ok) note(untriedNow(input.settings, tenancy));
    return result;
  };
  const replace: TenancyActions["replaceClientSecret"] = async (input) => {
    const result = await actions.replaceClientSecret(input);
    if (result.ok) note({ client: result.value === "fits" ? "passed" : "untried" });
    return result;
  };
  const onTested = (steps: readonly TestStep[]) => note(trialsOfSteps(steps));
  return { trials, save, replace, onTested };
}

/** Fetching that was switched on just now is no older than its test. */
function untriedNow(
  saved: Parameters<TenancyActions["save"]>[0]["settings"],
  stored: TenancyDetails,
): Trials {
  const secretSetAt = stored.clientSecret?.storedAt ?? null;
  const changed = untriedBy({ ...stored, ...saved, secretSetAt }, { ...stored, secretSetAt });
  return saved.syncEnabled && !stored.syncEnabled ? { ...changed, history: "untried" } : changed;
}
