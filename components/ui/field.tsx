"use client";

import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { sentence } from "@/lib/base/core/text";
import { cx } from "./cx";
import { Icon } from "./icon";

export type FieldFacts = {
  label: ReactNode;
  help?: ReactNode;
  /** What is wrong with the value, in its place. */
  error?: string;
  /** Set by the provisioning file: shown with a lock, not editable here. */
  locked?: boolean;
  /** A unit or a note at the end of the field. */
  end?: ReactNode;
  className?: string;
};

type Ids = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

const BOX =
  "flex w-full items-center gap-2 rounded-2 border bg-surface text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

const INNER =
  "w-full min-w-0 bg-transparent text-ellipsis px-2.5 text-base outline-none [box-shadow:none] touch:text-lg read-only:text-ink-2 disabled:text-ink-off";

/** Label above, help below, an error in its place. The child gets the ids that tie them together. */
export function Field({
  label,
  help,
  error,
  locked,
  className,
  children,
}: FieldFacts & { children: (ids: Ids) => ReactNode }) {
  const id = useId();
  // The rules word a fault as a clause, which follows the name of what is at fault; beside its field it stands alone.
  const fault = error && sentence(error);
  const note = fault ?? help ?? (locked ? "Set by file" : undefined);
  const ids: Ids = {
    id,
    ...(note ? { "aria-describedby": `${id}-note` } : {}),
    ...(error ? { "aria-invalid": true } : {}),
  };
  return (
    <div className={cx("min-w-0", className)}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium has-[>.sr-only]:mb-0">
        {label}
      </label>
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

/** A secret being typed; never filled from the store. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type">) {
  return <TextField autoComplete="off" spellCheck={false} {...props} type="password" />;
}

/** A number; the unit belongs in `end`. */
export function NumberField(props: Omit<ComponentProps<typeof TextField>, "type" | "inputMode">) {
  return <TextField {...props} type="number" inputMode="decimal" />;
}

/** Several lines of text. */
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

/** A field for searching and filtering, with its icon; the label is said only. */
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

/** A box to tick; `label` may be said only, where the row tells the rest. */
export function Checkbox({
  label,
  hideLabel = false,
  indeterminate = false,
  className,
  ...input
}: {
  label: ReactNode;
  hideLabel?: boolean;
  indeterminate?: boolean;
} & Omit<ComponentProps<"input">, "type" | "ref">) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label
      className={cx(
        "inline-flex cursor-pointer items-center gap-2 text-sm has-disabled:cursor-default has-disabled:text-ink-off touch:min-h-target",
        hideLabel && "min-h-7 min-w-7 justify-center touch:min-w-target",
        className,
      )}
    >
      <span className="relative inline-grid size-4 shrink-0 place-items-center">
        <input
          ref={box}
          type="checkbox"
          {...input}
          className="peer size-4 appearance-none rounded-1 border-[1.5px] border-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:border-line disabled:checked:border-ink-off disabled:checked:bg-ink-off"
        />
        <span className="pointer-events-none absolute text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100">
          <Icon name={indeterminate ? "minus" : "check"} className="size-3 stroke-3" />
        </span>
      </span>
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}

/** One of a few, side by side: radio buttons to keyboard and screen reader. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  name,
  fill = false,
  className,
}: {
  label: string;
  options: { value: T; label: ReactNode; disabled?: boolean }[];
  /** Null: none of them is so. */
  value: T | null;
  onChange: (value: T) => void;
  /** For a form; else a name of its own. */
  name?: string;
  fill?: boolean;
  className?: string;
}) {
  const own = useId();
  return (
    <fieldset
      className={cx(
        "inline-flex overflow-hidden rounded-2 border border-control bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:h-[calc(var(--target)+2px)]",
        fill ? "h-9 w-full" : "h-control",
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "flex cursor-pointer items-center justify-center gap-1.5 border-l border-hairline px-3 text-sm whitespace-nowrap text-ink-2 transition-colors first-of-type:border-l-0 hover:bg-hover touch:text-base",
            "has-checked:bg-accent-tint has-checked:font-strong has-checked:text-ink-1 has-checked:shadow-[inset_0_-2px_0_var(--accent)] has-disabled:text-ink-off",
            fill && "flex-1",
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name ?? own}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
