"use client";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect } from "react-aria-components/Select";
import { cx } from "./cx";
import { Icon } from "./icon";
import { OPTION, OVERLAY } from "./overlay";

export type SelectOption = { id: string; label: string; hint?: ReactNode };

const FRAME =
  "flex max-w-full items-center gap-2 rounded-2 border text-left transition-colors disabled:border-line disabled:text-ink-off touch:h-target touch:text-base";

/**
 * One of a list. `asFilter` draws it as a filter, "Severity: any", tinted once it narrows the list
 * (its first option is the one that filters nothing).
 */
export function Select({
  label,
  options,
  value,
  onChange,
  name,
  disabled,
  help,
  asFilter = false,
  className,
}: {
  label: string;
  options: SelectOption[];
  value: string;
  onChange: (value: string) => void;
  name?: string;
  disabled?: boolean;
  help?: ReactNode;
  asFilter?: boolean;
  className?: string;
}) {
  const chosen = options.find((option) => option.id === value);
  const narrows = asFilter && value !== options[0]?.id;
  return (
    <AriaSelect
      className={cx("min-w-0", className)}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      isDisabled={disabled}
      name={name}
      aria-label={asFilter ? label : undefined}
    >
      {!asFilter && <Label className="mb-1.5 block text-sm font-medium">{label}</Label>}
      <Button
        className={cx(
          FRAME,
          asFilter ? "h-control px-2.5 text-sm" : "h-9 w-full px-2.5 text-base",
          narrows ? "border-accent bg-accent-tint font-medium" : "border-control bg-surface hover:bg-hover",
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          {asFilter && `${label}: `}
          {chosen?.label ?? "Choose"}
        </span>
        <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
      </Button>
      {help && <p className="mt-1.5 text-sm text-ink-3">{help}</p>}
      <Popover offset={4} className={cx(OVERLAY, "min-w-(--trigger-width) overflow-auto p-1")}>
        <ListBox className="outline-none [box-shadow:none]">
          {options.map((option) => (
            <ListBoxItem key={option.id} id={option.id} textValue={option.label} className={OPTION}>
              {({ isSelected }) => (
                <>
                  <Icon
                    name="check"
                    className={cx("size-4 shrink-0 text-accent", !isSelected && "invisible")}
                  />
                  <span className="flex-1">{option.label}</span>
                  {option.hint && <span className="text-sm font-normal text-ink-3">{option.hint}</span>}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
