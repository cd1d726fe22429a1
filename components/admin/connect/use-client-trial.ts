"use client";
import { useState } from "react";
import { CLIENT_STEPS, type TestStep } from "@/lib/tenancies/connection-step";
import type { TenancyActions } from "../tenancy-form";
import type { ClientTrial } from "./summaries";

/** What was found out on this page about the stored client, whichever stage asked for a token. */
export function useClientTrial({ replaceClientSecret }: TenancyActions) {
  const [trial, setTrial] = useState<ClientTrial | null>(null);
  const replace: TenancyActions["replaceClientSecret"] = async (input) => {
    const result = await replaceClientSecret(input);
    if (result.ok) setTrial(result.value === "fits" ? "given" : "untried");
    return result;
  };
  const onTested = (steps: readonly TestStep[]) => {
    const token = steps.find(({ step }) => step === CLIENT_STEPS);
    if (token?.state === "done") setTrial("given");
    if (token?.state === "failed") setTrial(token.code === "token-refused" ? "refused" : "untried");
  };
  return { trial, replace, onTested };
}
