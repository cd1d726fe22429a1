"use client";
import { useState } from "react";
import { ADDRESS_STEPS, CLIENT_STEPS, type TestStep } from "@/lib/tenancies/connection-step";
import type { TenancyDetails } from "@/lib/tenancies/contract";
import type { TenancyActions } from "../tenancy-form";
import { type Trial, type Trials, untriedBy } from "./summaries";

/** What was found out on this page about what is stored, whichever stage ran the test. */
export function useTrials(tenancy: TenancyDetails, actions: TenancyActions) {
  const [trials, setTrials] = useState<Trials>({});
  const note = (more: Trials) => setTrials((known) => ({ ...known, ...more }));
  const save: TenancyActions["save"] = async (input) => {
    const result = await actions.save(input);
    if (result.ok) note(untriedBy(input.settings, tenancy));
    return result;
  };
  const replace: TenancyActions["replaceClientSecret"] = async (input) => {
    const result = await actions.replaceClientSecret(input);
    if (result.ok) note({ client: result.value === "fits" ? "passed" : "untried" });
    return result;
  };
  const onTested = (steps: readonly TestStep[]) => {
    const [addresses, client] = [ADDRESS_STEPS, CLIENT_STEPS].map((at) =>
      steps.find(({ step }) => step === at),
    );
    if (addresses) note({ addresses: trialOf(addresses) });
    if (client) note({ client: clientTrialOf(client) });
  };
  return { trials, save, replace, onTested };
}

const trialOf = ({ state }: TestStep): Trial =>
  state === "waiting" ? "untried" : state === "done" ? "passed" : "failed";

/** A request for a token that was not answered says nothing of the client. */
const clientTrialOf = (step: TestStep): Trial =>
  step.state === "failed" && step.code !== "token-refused" ? "untried" : trialOf(step);
