"use client";
import { FaultLine } from "@/components/forms/fault-line";
import { Steps } from "@/components/ui/steps";
import { TEST_STEPS } from "@/lib/operations/connecting/connection-step";
import { toFacts } from "../connection-test";
import type { useConnectionTest } from "../use-connection-test";

type Test = ReturnType<typeof useConnectionTest>;
/** A test, and whether the form was changed since. */
type Tested = { test: Test; changed: boolean };

/** Whether the test was run with what the form holds and each of these steps passed. */
export function hasPassed({ test, changed }: Tested, upTo: number): boolean {
  const done = test.steps.filter(({ state }) => state === "done");
  return !changed && !test.running && test.ranAt !== null && done.length >= upTo;
}

/** What the test found wrong with a field. */
export function faultOfTest(test: Test, member: string): string | undefined {
  return test.steps.flatMap(({ faults }) => faults).find(({ parameter }) => parameter === member)?.message;
}

/** The steps of the connection test that belong to a stage, once it was run. */
export function StageTest({ of: { test, changed }, from, upTo }: { of: Tested; from: number; upTo: number }) {
  const { steps, running, ranAt, fault } = test;
  if (!running && ranAt === null) return null;
  const failure = steps.find(({ state }) => state === "failed");
  // What failed stays in view while it is mended; a tick would speak of what is no longer there.
  if (changed && !running && !failure && !fault)
    return <p className="text-sm text-ink-2">Changed since the test: not tried.</p>;
  // What failed before is what has to be mended first.
  const failed = failure?.step ?? from;
  const shown = TEST_STEPS.slice(0, upTo)
    .map((name, index) => ({ name, number: index + 1 }))
    .filter(({ number }) => number >= Math.min(from, failed));
  return (
    <div className="rounded-2 border border-hairline py-1">
      <Steps
        label="Test of this step"
        steps={shown.map(({ name, number }) => toFacts(name, number, steps, running))}
        lines
      />
      {fault && (
        <div className="px-4 py-2">
          <FaultLine fault={{ message: fault }} />
        </div>
      )}
    </div>
  );
}
