"use client";
import type { ReactNode, RefObject } from "react";
import { Header } from "react-aria-components/Header";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Menu as AriaMenu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";
import { LOCALE, OPTION, OVERLAY } from "./overlay";

export type MenuEntry = {
  id: string;
  label: ReactNode;
  /** For type-ahead and screen readers where the label is more than words. */
  text?: string;
  icon?: IconName;
  hint?: ReactNode;
  /** Chosen among its group: shown with a tick. */
  chosen?: boolean;
  disabled?: boolean;
  href?: string;
};

export type MenuGroup = { id: string; title?: string; entries: MenuEntry[] };

export type MenuFacts = {
  label: string;
  groups: MenuGroup[];
  onAction: (id: string) => void;
  placement?: "bottom start" | "bottom end";
  header?: ReactNode;
};

type Props = MenuFacts & {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** What `Menu` opens. */
export function MenuPopover({
  label,
  groups,
  onAction,
  placement = "bottom start",
  header,
  ...popover
}: Props) {
  return (
    <I18nProvider locale={LOCALE}>
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
                <Line key={entry.id} entry={entry} />
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </I18nProvider>
  );
}

function Line({ entry }: { entry: MenuEntry }) {
  const textValue = entry.text ?? (typeof entry.label === "string" ? entry.label : entry.id);
  const tick = entry.chosen === undefined ? undefined : "check";
  const icon = entry.icon ?? tick;
  return (
    <MenuItem
      id={entry.id}
      textValue={textValue}
      href={entry.href}
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
      {entry.chosen && <span className="sr-only">chosen</span>}
    </MenuItem>
  );
}
