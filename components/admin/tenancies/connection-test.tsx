"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type StepFacts, Steps } from "@/components/forms/steps";
import { CopyButton } from "@/components/forms/word-button";
import { sessionEnded } from "@/components/live/session";
import { Button } from "@/components/ui/button";
import { said } from "@/components/ui/live-region";
import { SiteTime, TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import {
  HISTORY_STEPS,
  TEST_STEPS,
  type TestStep,
  type TestValues,
} from "@/lib/operations/connecting/connection-step";
import { SidePanel } from "../side-panel";
import { MEMBER_WORDS } from "./member-words";

/** The connection test with the values of the form: each step's request, its outcome and advice. */
export function ConnectionTest({
  tenancy,
  values,
  unsaved,
}: {
  tenancy: TenancyDetails;
  values: () => TestValues;
  unsaved: number;
}) {
  const words = useWords();
  const { t } = words;
  const test = useConnectionTest(tenancy.tenantId);
  const facts = STEP_WORDS.map((name, index) =>
    toFacts(
      words,
      t("admin.tenancies.test.step", { nth: index + 1, name: t(name) }),
      index + 1,
      test.steps,
      test.running,
    ),
  );
  return (
    <SidePanel label={t("admin.tenancies.test.label")} from="xl">
      <div className="flex items-center gap-3 border-b border-hairline px-4 py-4 sm:px-5">
        <div className="min-w-0 flex-1">
          <h2>{t("admin.tenancies.test.title")}</h2>
          <p className="text-sm text-ink-3">
            {test.ranAt
              ? rich(words, "admin.tenancies.test.ran", { time: <TimeWithAge at={test.ranAt} /> })
              : t(unsaved > 0 ? "admin.tenancies.test.withUnsaved" : "admin.tenancies.test.withForm")}
          </p>
        </div>
        <Button icon="again" pending={test.running} onClick={() => test.run(values())}>
          {t(
            test.running
              ? "admin.tenancies.test.running"
              : test.ranAt
                ? "admin.tenancies.test.runAgain"
                : "admin.tenancies.test.run",
          )}
        </Button>
      </div>
      {test.fault && (
        <p role="alert" className="border-b border-hairline px-4 py-3 sm:px-5 text-sm font-medium">
          {test.fault}
        </p>
      )}
      <div className="sm:[&_li]:px-5">
        <Steps label={t("admin.tenancies.test.steps")} steps={facts} lines />
      </div>
      {!test.running && test.steps.length > 0 && <Verdict steps={test.steps} />}
    </SidePanel>
  );
}

/** Names of the steps, in order. */
export const STEP_WORDS = [
  "admin.tenancies.test.addresses",
  "admin.tenancies.test.token",
  "admin.tenancies.test.query",
  "admin.tenancies.test.status",
  "admin.tenancies.test.result",
  "admin.tenancies.test.rows",
  "admin.tenancies.test.ownAddress",
  "admin.tenancies.test.notification",
] as const satisfies readonly PlainKey[];

/** A step of the test as a list of steps shows it. */
export function toFacts(
  words: Words,
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
    time: step.at ? <SiteTime at={step.at} /> : lengthOf(words, step.ms),
    call: step.call ?? undefined,
    outcome: <Outcome step={step} steps={steps} />,
  };
}

const lengthOf = ({ formatValue }: Words, ms: number | null) =>
  ms === null ? null : ms < 1_000 ? `${ms} ms` : `${formatValue(ms / 1_000)} s`;

function Outcome({ step, steps }: { step: TestStep; steps: readonly TestStep[] }) {
  const words = useWords();
  const { t } = words;
  if (step.state === "done") return step.outcome;
  return (
    <div className="grid gap-2">
      <p className="font-strong wrap-anywhere text-ink-1">{step.outcome}</p>
      {step.advice && (
        <p>
          {rich(words, "admin.mostOften", { ...step.advice, b: <span className="font-medium text-ink-1" /> })}
        </p>
      )}
      <div>
        <CopyButton text={textOf(steps)} className="-ml-1">
          {t("admin.tenancies.test.copy")}
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
  const { t } = useWords();
  const failed = steps.find(({ step, state }) => step <= HISTORY_STEPS && state === "failed");
  const arrives = steps.find(({ step }) => step === TEST_STEPS.length)?.state === "done";
  return (
    <p className="border-t border-hairline px-4 py-3.5 sm:px-5 text-sm text-ink-2" ref={said}>
      {failed
        ? t(arrives ? "admin.tenancies.test.noHistory" : "admin.tenancies.test.neither", {
            step: failed.step,
          })
        : t(arrives ? "admin.tenancies.test.bothWork" : "admin.tenancies.test.noAlertYet")}
    </p>
  );
}

type State = { steps: TestStep[]; running: boolean; ranAt: string | null; fault: string | null };

const IDLE: State = { steps: [], running: false, ranAt: null, fault: null };

/** Runs the connection test and returns its steps as they end. Leaving the page aborts it. */
export function useConnectionTest(tenantId: string) {
  const words = useWords();
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
      const fault = await readSteps(words, tenantId, values, controller.signal, (step) => {
        steps.push(step);
        setState((before) => ({ ...before, steps: [...before.steps, step] }));
      });
      if (controller.signal.aborted) return [];
      setState((before) => ({ ...before, running: false, ranAt: new Date().toISOString(), fault }));
      return steps;
    },
    [words, tenantId],
  );
  return { ...state, run };
}

async function readSteps(
  words: Words,
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
    if (!response.ok || !response.body) return await toFault(words, response);
    let rest = "";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = `${rest}${part.value}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onStep(JSON.parse(line) as TestStep);
    }
    return null;
  } catch {
    return words.t("admin.tenancies.test.brokeOff");
  }
}

async function toFault({ t }: Words, response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null);
  const { detail, parameter } = (problem ?? {}) as { detail?: unknown; parameter?: unknown };
  if (typeof detail !== "string")
    return t("admin.tenancies.test.notBegun", { status: String(response.status) });
  const name = MEMBER_WORDS[parameter as keyof typeof MEMBER_WORDS];
  return name ? detail.replace(`${parameter}:`, `${t(name)}:`) : detail;
}
