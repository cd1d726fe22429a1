"use client";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Icon, type IconName } from "@/components/ui/icon";
import { useWords } from "@/components/words/words";
import type { PlainKey } from "@/lib/base/words/messages";

export type StepState = "done" | "failed" | "running" | "waiting";

export type StepFacts = {
  id: string;
  name: ReactNode;
  state: StepState;
  /** Its duration, or when it happened. */
  time?: ReactNode;
  /** The request: `POST /v1/query`. */
  call?: string;
  outcome?: ReactNode;
};

const LOOKS: Record<StepState, { icon: IconName; tone: string; word: PlainKey }> = {
  done: { icon: "ok", tone: "text-healthy", word: "forms.step.done" },
  failed: { icon: "failed", tone: "text-ink-1", word: "forms.step.failed" },
  running: { icon: "clock", tone: "text-accent", word: "forms.step.running" },
  waiting: { icon: "waiting", tone: "text-ink-3", word: "forms.step.waiting" },
};

/** Steps in order, each with the icon of its state, its call, time and outcome. */
export function Steps({
  label,
  steps,
  lines = false,
}: {
  label: string;
  steps: StepFacts[];
  lines?: boolean;
}) {
  return (
    <ol aria-label={label} className={lines ? "divide-y divide-hairline" : "grid gap-3"}>
      {steps.map((step) => (
        <Step key={step.id} step={step} lines={lines} />
      ))}
    </ol>
  );
}

function Step({ step, lines }: { step: StepFacts; lines: boolean }) {
  const { t } = useWords();
  const looks = LOOKS[step.state];
  const failed = step.state === "failed";
  return (
    <li
      className={cx(
        "flex gap-3",
        lines && "px-4 py-3",
        lines && failed && "bg-page shadow-[inset_3px_0_0_var(--text-1)]",
      )}
    >
      <Icon name={looks.icon} className={cx("mt-0.5 size-4.5 shrink-0", looks.tone)} />
      <div className="min-w-0 flex-1">
        <div className="flex gap-3">
          <span className={cx("min-w-0 flex-1", step.state === "waiting" ? "text-ink-3" : "font-medium")}>
            {step.name}
            <span className="sr-only">, {t(looks.word)}</span>
          </span>
          {step.time && <span className="shrink-0 text-sm text-ink-3">{step.time}</span>}
        </div>
        {step.call && <div className="mt-0.5 font-mono text-xs break-all text-ink-3">{step.call}</div>}
        {step.outcome && <div className="mt-1 text-sm text-ink-2">{step.outcome}</div>}
      </div>
    </li>
  );
}
