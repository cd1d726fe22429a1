import { TEST_STEPS, type TestStep } from "./connection-step";

/** A step of the connection test that has not been run. */
export function blankStep(step: number): TestStep {
  const nothing = { ms: null, at: null, call: null, outcome: null, advice: null, code: null, faults: [] };
  return { step, name: TEST_STEPS[step - 1] ?? "", state: "waiting", ...nothing };
}
