"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { sessionEnded } from "@/components/live/session";
import { MEMBER_NAMES } from "@/lib/farm/tenancies/contract";
import type { TestStep, TestValues } from "@/lib/operations/connecting/connection-step";

type State = { steps: TestStep[]; running: boolean; ranAt: string | null; fault: string | null };

const IDLE: State = { steps: [], running: false, ranAt: null, fault: null };

/** Runs the test of a connection and shows each step as it ends. Leaving the page ends it. */
export function useConnectionTest(tenantId: string) {
  const [state, setState] = useState<State>(IDLE);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const run = useCallback(
    async (values: TestValues): Promise<TestStep[]> => {
      const steps: TestStep[] = [];
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      setState({ ...IDLE, running: true });
      const fault = await readSteps(tenantId, values, controller.signal, (step) => {
        steps.push(step);
        setState((before) => ({ ...before, steps: [...before.steps, step] }));
      });
      if (controller.signal.aborted) return [];
      setState((before) => ({ ...before, running: false, ranAt: new Date().toISOString(), fault }));
      return steps;
    },
    [tenantId],
  );
  return { ...state, run };
}

async function readSteps(
  tenantId: string,
  values: TestValues,
  signal: AbortSignal,
  onStep: (step: TestStep) => void,
): Promise<string | null> {
  try {
    const response = await fetch(`/admin/tenancies/${encodeURIComponent(tenantId)}/test`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(values),
      signal,
    });
    if (response.status === 401) sessionEnded();
    if (!response.ok || !response.body) return await toFault(response);
    let rest = "";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = `${rest}${part.value}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onStep(JSON.parse(line) as TestStep);
    }
    return null;
  } catch {
    return "The test broke off: Leafwatch did not answer. Run it again.";
  }
}

async function toFault(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null);
  const { detail, parameter } = (problem ?? {}) as { detail?: unknown; parameter?: unknown };
  if (typeof detail !== "string") return `The test could not begin: ${response.status}.`;
  const name = MEMBER_NAMES[parameter as keyof typeof MEMBER_NAMES];
  return name ? detail.replace(`${parameter}:`, `${name}:`) : detail;
}
