"use client";
import { CopyButton } from "@/components/forms/copy-button";
import { Button } from "@/components/ui/button";
import { type StepFacts, Steps } from "@/components/ui/steps";
import { SiteTime, TimeWithAge } from "@/components/ui/time";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import {
  HISTORY_STEPS,
  TEST_STEPS,
  type TestStep,
  type TestValues,
} from "@/lib/operations/connecting/connection-step";
import { SidePanel } from "../side-panel";
import { useConnectionTest } from "./use-connection-test";

/** The connection tried step by step, with the values of the form: what was asked, what came, what to do. */
export function ConnectionTest({
  tenancy,
  values,
  unsaved,
}: {
  tenancy: TenancyDetails;
  values: () => TestValues;
  unsaved: number;
}) {
  const test = useConnectionTest(tenancy.tenantId);
  const facts = TEST_STEPS.map((name, index) =>
    toFacts(`${index + 1}. ${name}`, index + 1, test.steps, test.running),
  );
  return (
    <SidePanel label="Test of the connection" from="xl">
      <div className="flex items-center gap-3 border-b border-hairline px-4 py-4 sm:px-5">
        <div className="min-w-0 flex-1">
          <h2>Test step by step</h2>
          <p className="text-sm text-ink-3">
            {test.ranAt ? (
              <>
                Run <TimeWithAge at={test.ranAt} />, with the values of the form
              </>
            ) : (
              `With the values of the form${unsaved > 0 ? ", saved or not" : ""}`
            )}
          </p>
        </div>
        <Button icon="again" pending={test.running} onClick={() => test.run(values())}>
          {test.running ? "Running" : test.ranAt ? "Run again" : "Run"}
        </Button>
      </div>
      {test.fault && (
        <p role="alert" className="border-b border-hairline px-4 py-3 sm:px-5 text-sm font-medium">
          {test.fault}
        </p>
      )}
      <div className="sm:[&_li]:px-5">
        <Steps label="Steps of the test" steps={facts} lines />
      </div>
      {!test.running && test.steps.length > 0 && <Verdict steps={test.steps} />}
    </SidePanel>
  );
}

/** A step of the test as a list of steps shows it. */
export function toFacts(
  title: string,
  number: number,
  steps: readonly TestStep[],
  running: boolean,
): StepFacts {
  const step = steps.find((one) => one.step === number);
  if (!step) {
    const next = steps.length + 1 === number;
    return { id: title, name: title, state: running && next ? "running" : "waiting" };
  }
  if (step.state === "waiting")
    return {
      ...{ id: title, name: title, state: "waiting" as const },
      ...(number <= HISTORY_STEPS ? { time: step.outcome } : { outcome: step.outcome }),
    };
  return {
    id: title,
    name: title,
    state: step.state,
    time: step.at ? <SiteTime at={step.at} /> : lengthOf(step.ms),
    call: step.call ?? undefined,
    outcome: <Outcome step={step} steps={steps} />,
  };
}

const lengthOf = (ms: number | null) =>
  ms === null ? null : ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;

function Outcome({ step, steps }: { step: TestStep; steps: readonly TestStep[] }) {
  if (step.state === "done") return step.outcome;
  return (
    <div className="grid gap-2">
      <p className="font-strong wrap-anywhere text-ink-1">{step.outcome}</p>
      {step.advice && (
        <p>
          <span className="font-medium text-ink-1">Most often:</span> {step.advice.cause} {step.advice.next}
        </p>
      )}
      <div>
        <CopyButton text={textOf(steps)} className="-ml-1">
          Copy for support
        </CopyButton>
      </div>
    </div>
  );
}

/** The steps as plain text: no secret is in them. */
function textOf(steps: readonly TestStep[]): string {
  return steps
    .map(({ step, name, state, call, outcome, ms }) =>
      [`${step}. ${name}: ${state}`, call, outcome, ms === null ? null : `${ms} ms`]
        .filter(Boolean)
        .join("; "),
    )
    .join("\n");
}

function Verdict({ steps }: { steps: readonly TestStep[] }) {
  const failed = steps.find(({ step, state }) => step <= HISTORY_STEPS && state === "failed");
  const arrives = steps.find(({ step }) => step === TEST_STEPS.length)?.state === "done";
  const alerts = arrives ? "Alerts arrive." : "No alert has arrived yet.";
  const history = failed
    ? `History does not come until step ${failed.step} passes.`
    : "History can be fetched.";
  return (
    <p className="border-t border-hairline px-4 py-3.5 sm:px-5 text-sm text-ink-2" role="status">
      {alerts} {history}
    </p>
  );
}
