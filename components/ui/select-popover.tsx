"use client";
import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useWords } from "@/components/words/words";
import { cx } from "./cx";
import { Icon } from "./icon";
import { OPTION, OVERLAY, type PopoverFacts } from "./overlay";

export type SelectFacts = {
  label: string;
  options: { id: string; label: string; hint?: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
};

/** Choosing the chosen option again also closes the list. */
const CHOSEN_AGAIN = { allowDuplicateSelectionEvents: true };

/** The part of `Select` that is fetched when it is first wanted. */
export function SelectPopover({ label, options, value, onChange, ...popover }: SelectFacts & PopoverFacts) {
  const { locale } = useWords();
  return (
    <I18nProvider locale={locale}>
      <Popover
        {...popover}
        aria-label={label}
        placement="bottom start"
        offset={4}
        className={cx(OVERLAY, "min-w-(--trigger-width) overflow-auto p-1")}
      >
        <ListBox
          aria-label={label}
          autoFocus
          selectionMode="single"
          disallowEmptySelection
          shouldFocusWrap
          selectedKeys={[value]}
          {...CHOSEN_AGAIN}
          onSelectionChange={(keys) => {
            const [key] = keys;
            // Close first: an error in `onChange` must not leave the page inert behind the list.
            popover.onOpenChange(false);
            if (key !== undefined) onChange(String(key));
          }}
          className="outline-none [box-shadow:none]"
        >
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
    </I18nProvider>
  );
}
