"use client";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from "react";
import { useWords } from "@/components/words/words";
import { sentence } from "@/lib/base/core/text";
import { cx } from "./cx";
import { Icon } from "./icon";

type FieldFacts = {
  label: ReactNode;
  help?: ReactNode;
  /** The fault of the value, in words. */
  error?: string;
  /** Set by the provisioning file: read-only, with a lock instead of the help. */
  locked?: boolean;
  /** A unit or note at the end of the field. */
  end?: ReactNode;
  className?: string;
};

/** Ctrl+Enter (on a Mac, Command+Enter) presses the button of the form, which may stand outside of it. */
function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  for (const control of event.currentTarget.form?.elements ?? [])
    if (control instanceof HTMLButtonElement && control.type === "submit") control.click();
}

type Ids = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

/** The ids of a control that is not one element which a label can be for. */
export type GroupIds = Ids & { "aria-labelledby"?: string };

export const BOX =
  "flex w-full items-center gap-2 rounded-2 border bg-surface text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

const INNER =
  "w-full min-w-0 bg-transparent text-ellipsis px-2.5 text-base outline-none [box-shadow:none] touch:text-lg read-only:text-ink-2 disabled:text-ink-off";

const LABEL = "mb-1.5 block text-sm font-medium has-[>.sr-only]:mb-0";

/** A label above and a note below; an error replaces the help. The child gets the ids that tie them together. */
export function Field({
  label,
  help,
  error,
  locked,
  className,
  isGroup = false,
  children,
}: FieldFacts & { isGroup?: boolean; children: (ids: GroupIds) => ReactNode }) {
  const { t } = useWords();
  const id = useId();
  // Errors are clauses that follow a field name; beside the field they stand alone.
  const fault = error && sentence(error);
  const note = fault ?? (locked ? t("forms.setByFile") : help);
  const ids: GroupIds = {
    id,
    ...(isGroup ? { "aria-labelledby": `${id}-label` } : {}),
    ...(note ? { "aria-describedby": `${id}-note` } : {}),
    ...(error ? { "aria-invalid": true } : {}),
  };
  return (
    <div className={cx("min-w-0", className)}>
      {isGroup ? (
        <span id={`${id}-label`} className={LABEL}>
          {label}
        </span>
      ) : (
        <label htmlFor={id} className={LABEL}>
          {label}
        </label>
      )}
      {children(ids)}
      {note && (
        <p
          id={`${id}-note`}
          className={cx("mt-1.5 flex gap-1.5 text-sm", error ? "font-medium text-ink-1" : "text-ink-3")}
        >
          {error && <Icon name="failed" className="mt-px size-4 shrink-0" />}
          {!error && locked && <Icon name="lock" className="mt-px size-4 shrink-0" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  );
}

/** One line of text. */
export function TextField({
  label,
  help,
  error,
  locked,
  end,
  className,
  ...input
}: FieldFacts & Omit<ComponentProps<"input">, "className" | "id">) {
  return (
    <Field {...{ label, help, error, locked, className }}>
      {(ids) => (
        <div
          className={cx(
            BOX,
            error ? "border-ink-1" : "border-control",
            (locked || input.readOnly) && "bg-sunken!",
          )}
        >
          <input
            type="text"
            {...input}
            {...ids}
            readOnly={locked || input.readOnly}
            className={cx(INNER, "h-8.5 touch:h-target")}
          />
          {end && <span className="shrink-0 pr-2.5 text-sm text-ink-3">{end}</span>}
        </div>
      )}
    </Field>
  );
}

/** A secret as it is typed; stored secrets never appear here. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type">) {
  return <TextField autoComplete="off" spellCheck={false} {...props} type="password" />;
}

/** A number; the unit belongs in `end`. */
export function NumberField(props: Omit<ComponentProps<typeof TextField>, "type" | "inputMode">) {
  return <TextField {...props} type="number" inputMode="decimal" />;
}

/** Several lines of text; Ctrl+Enter submits its form. */
export function TextArea({
  label,
  help,
  error,
  locked,
  className,
  rows = 3,
  hideLabel = false,
  ...input
}: FieldFacts & { hideLabel?: boolean } & Omit<ComponentProps<"textarea">, "className" | "id">) {
  return (
    <Field
      {...{ help, error, locked, className }}
      label={hideLabel ? <span className="sr-only">{label}</span> : label}
    >
      {(ids) => (
        <div className={cx(BOX, error ? "border-ink-1" : "border-control", locked && "bg-sunken!")}>
          <textarea
            rows={rows}
            onKeyDown={submitByKey}
            {...input}
            {...ids}
            readOnly={locked || input.readOnly}
            className={cx(INNER, "resize-y py-2")}
          />
        </div>
      )}
    </Field>
  );
}

/** A search or filter field with its icon; the label is its placeholder and accessible name. */
export function SearchField({
  label,
  className,
  end,
  icon = "search",
  ...input
}: {
  label: string;
  end?: ReactNode;
  icon?: "search" | "filter";
} & ComponentProps<"input">) {
  return (
    <div className={cx(BOX, "h-control border-control touch:h-[calc(var(--target)+2px)]", className)}>
      <Icon name={icon} className="ml-2.5 size-4 shrink-0 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        {...input}
        className={cx(INNER, "h-full pl-0 [&::-webkit-search-cancel-button]:appearance-none")}
      />
      {end && <span className="shrink-0 pr-2">{end}</span>}
    </div>
  );
}
