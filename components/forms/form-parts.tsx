"use client";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { said } from "@/components/ui/live-region";
import { useWords } from "@/components/words/words";
import { sentence } from "@/lib/base/core/text";
import type { ActionFault } from "@/lib/web/http/action-result";

/** The values of a submitted form by the names of its fields; the browser itself sends nothing. */
export function readForm(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries);
}

/** An error that belongs to none of the form's `fields`. */
export function FaultLine({
  fault,
  fields = [],
}: {
  fault?: ActionFault | null;
  fields?: readonly string[];
}) {
  if (!fault || (fault.parameter && fields.includes(fault.parameter))) return null;
  return (
    <p role="alert" className="flex gap-1.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      <span>{sentence(fault.message)}</span>
    </p>
  );
}

/** A section of a long form, below a hairline. */
export function FormSection({
  title,
  first = false,
  children,
}: {
  title: string;
  first?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className={first ? undefined : "mt-1 border-t border-hairline pt-4.5"}>{title}</h2>
      {children}
    </section>
  );
}

/** Two fields side by side on wide screens. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>;
}

/** The end of a form that stays open: what is not saved yet, and the buttons. */
export function SaveBar({
  state,
  disabled,
  pending,
  onDiscard,
  className,
}: {
  state: string;
  disabled: boolean;
  pending: boolean;
  onDiscard?: () => void;
  className?: string;
}) {
  const { t } = useWords();
  return (
    <div className={cx("flex items-center gap-2 border-t border-hairline pt-4", className)}>
      <span className="min-w-0 flex-1 text-sm text-ink-2" ref={said}>
        {state}
      </span>
      {onDiscard && (
        <Button onClick={onDiscard} disabled={disabled || pending}>
          {t("forms.discard")}
        </Button>
      )}
      <Button variant="primary" type="submit" disabled={disabled} pending={pending}>
        {t("forms.save")}
      </Button>
    </div>
  );
}
