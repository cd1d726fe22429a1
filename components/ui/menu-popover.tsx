"use client";
import type { ReactNode } from "react";
import { Header } from "react-aria-components/Header";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Menu as AriaMenu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useWords } from "@/components/words/words";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";
import { OPTION, OVERLAY, type PopoverFacts } from "./overlay";

export type MenuEntry = {
  id: string;
  label: string;
  icon?: IconName;
  hint?: ReactNode;
  /** Shown with a tick; undefined where entries are no choices. */
  chosen?: boolean;
  disabled?: boolean;
};

export type MenuFacts = {
  label: string;
  groups: { id: string; title?: string; entries: MenuEntry[] }[];
  onAction: (id: string) => void;
  placement?: "bottom start" | "bottom end";
  header?: ReactNode;
  /** Entries are ticked one by one, so the menu stays open. */
  multiple?: boolean;
};

/** The part of `Menu` that is fetched when it is first wanted. */
export function MenuPopover({
  label,
  groups,
  onAction,
  placement = "bottom start",
  header,
  multiple = false,
  ...popover
}: MenuFacts & PopoverFacts) {
  // For the words that the overlay library adds.
  const { locale } = useWords();
  return (
    <I18nProvider locale={locale}>
      <Popover
        {...popover}
        aria-label={label}
        placement={placement}
        offset={6}
        className={cx(OVERLAY, "min-w-52 overflow-auto p-1")}
      >
        {header}
        <AriaMenu
          aria-label={label}
          autoFocus="first"
          {...(multiple && { selectionMode: "multiple", selectedKeys: chosenIn(groups) })}
          onClose={() => popover.onOpenChange(false)}
          onAction={(key) => onAction(String(key))}
          className="outline-none [box-shadow:none]"
        >
          {groups.map((group) => (
            <MenuSection
              key={group.id}
              aria-label={group.title ?? label}
              className="not-first:mt-1 not-first:border-t not-first:border-hairline not-first:pt-1"
            >
              {group.title && (
                <Header className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">{group.title}</Header>
              )}
              {group.entries.map((entry) => (
                <Line key={entry.id} entry={entry} isTicked={multiple} />
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </I18nProvider>
  );
}

const chosenIn = (groups: MenuFacts["groups"]) =>
  groups.flatMap(({ entries }) => entries.filter(({ chosen }) => chosen).map(({ id }) => id));

/** @param props.isTicked screen readers say by its role whether it is chosen */
function Line({ entry, isTicked }: { entry: MenuEntry; isTicked: boolean }) {
  const { t } = useWords();
  const icon = entry.icon ?? (entry.chosen === undefined ? undefined : "check");
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.disabled}
      className={cx(OPTION, entry.chosen && "font-strong")}
    >
      {icon && (
        <Icon
          name={icon}
          className={cx("size-4 shrink-0 text-ink-3", entry.chosen === false && "invisible")}
        />
      )}
      <span className="flex-1">{entry.label}</span>
      {entry.hint && <span className="text-sm text-ink-3">{entry.hint}</span>}
      {entry.chosen && !isTicked && <span className="sr-only">{t("ui.chosen")}</span>}
    </MenuItem>
  );
}
