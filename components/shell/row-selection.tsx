"use client";
import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { nextRow } from "./next-row";
import { useShortcuts } from "./shortcuts";
import { useRemembered } from "./use-remembered";

/**
 * The cursor and the selected rows of a list, by id; j, k, x, Enter and Esc act on them.
 * @param options.selectable the ids that can be selected and acted on, in the order of the list
 * @param options.membersOf the ids that a row stands for; by default its own
 * @param options.isSingle true: keys act on the row under the cursor, and none can be selected
 * @param options.rowAttribute holds the id of a row in the page
 * @param options.keys further keys; each gets the selected rows, else the one under the cursor
 * @param options.remember the name of the list on its page, to have the cursor again on the way back
 * @param options.onLeave what Esc does when nothing is selected; returns false to clear the cursor
 */
export function useRowSelection({
  ids,
  selectable,
  membersOf = itself,
  isSingle = false,
  rowAttribute,
  keys,
  remember,
  onOpen,
  onLeave = () => false,
}: {
  ids: string[];
  selectable: string[];
  membersOf?: (id: string) => readonly string[];
  isSingle?: boolean;
  rowAttribute: `data-${string}`;
  keys: Record<string, (ids: string[]) => void>;
  remember?: string;
  onOpen: (id: string) => void;
  onLeave?: () => boolean;
}) {
  const [cursor, setCursor] = useRemembered<string | null>(remember && `cursor of ${remember}`, null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = selectable.filter((id) => ticked.has(id));
  // When the row under the cursor leaves the list, the next one takes its place.
  const [known, setKnown] = useState(ids);
  if (known.length !== ids.length || known.some((id, index) => id !== ids[index])) {
    setKnown(ids);
    if (cursor !== null && known.includes(cursor) && !ids.includes(cursor))
      setCursor(nextRow(known, cursor, (id) => !ids.includes(id)));
  }
  const at = cursor === null ? -1 : ids.indexOf(cursor);
  const current = ids[at];
  const underCursor = new Set(current === undefined ? [] : membersOf(current));
  const chosen = selected.length > 0 ? selected : selectable.filter((id) => underCursor.has(id));

  const countTicked = (id: string) => membersOf(id).filter((one) => ticked.has(one)).length;
  const isSelected = (id: string) => countTicked(id) > 0 && countTicked(id) === membersOf(id).length;
  const toggle = (id: string) => {
    const members = membersOf(id);
    const others = [...ticked].filter((one) => !members.includes(one));
    setTicked(new Set(isSelected(id) ? others : [...others, ...members]));
  };
  const clear = () => setTicked(new Set());
  const passOver = (acted: readonly string[]) => {
    clear();
    const isActed = (id: string) => membersOf(id).every((one) => acted.includes(one));
    if (cursor !== null && isActed(cursor)) setCursor(nextRow(ids, cursor, isActed) ?? cursor);
  };
  const move = (step: 1 | -1) => {
    const id = ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
    if (id === undefined) return;
    setCursor(id);
    leaveLink(rowAttribute);
    for (const row of document.querySelectorAll(`[${rowAttribute}="${CSS.escape(id)}"]`))
      row.scrollIntoView({ block: "nearest" });
  };
  const openCurrent = () => current !== undefined && onOpen(current);
  const openUnlessOnControl = ({ target }: KeyboardEvent) => {
    const isOnControl = target instanceof Element && target.closest("a, button, label");
    if (!isOnControl) openCurrent();
  };
  const leave = () => {
    if (selected.length > 0) clear();
    else if (!onLeave()) setCursor(null);
  };

  useShortcuts({
    ...Object.fromEntries(
      Object.entries(keys).map(([key, act]) => [key, () => chosen.length > 0 && act(chosen)]),
    ),
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      if (current !== undefined && !isSingle && membersOf(current).some((id) => selectable.includes(id)))
        toggle(current);
    },
    Enter: openUnlessOnControl,
    Escape: leave,
  });

  return {
    cursor,
    /** Moves the cursor to a row. */
    setCursor,
    selectable,
    selected,
    isSelected,
    /** True for a row of which only some are selected. */
    isPartlySelected: (id: string) => countTicked(id) > 0 && !isSelected(id),
    toggle,
    toggleAll: () => setTicked(selected.length === selectable.length ? new Set() : new Set(selectable)),
    clear,
    /** Clears the selection after an act and moves the cursor past the rows that it changed. */
    passOver,
    openCurrent,
  };
}

/** Takes the focus from a link or button outside of the rows, which Enter would press instead of opening the row. */
function leaveLink(rowAttribute: string): void {
  const { activeElement } = document;
  if (
    activeElement instanceof HTMLElement &&
    activeElement.matches("a, button") &&
    !activeElement.closest(`[${rowAttribute}]`)
  )
    activeElement.blur();
}

const itself = (id: string) => [id];

export type RowSelection = ReturnType<typeof useRowSelection>;

/** The bar above a list with selected rows: their number, what can be done with them, and a button to clear them. */
export function SelectionBar({
  selection: { selected, selectable, toggleAll, clear },
  label,
  className,
  children,
}: {
  selection: RowSelection;
  /** Label of the checkbox for all rows. */
  label: string;
  className: string;
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    <div
      className={cx(
        "flex min-h-12 flex-wrap items-center border-b border-hairline bg-accent-tint px-4 py-1.5",
        className,
      )}
    >
      <Checkbox
        hideLabel
        label={label}
        checked={selected.length === selectable.length}
        indeterminate={selected.length < selectable.length}
        onChange={toggleAll}
        className="-ml-1.5"
      />
      <span className="font-strong">{t("shell.selected", { count: selected.length })}</span>
      {children}
      <button
        type="button"
        onClick={clear}
        className="ml-auto flex items-center gap-1.5 rounded-1 text-sm font-medium text-accent touch:min-h-target"
      >
        {t("shell.clearSelection")}{" "}
        <span className="max-sm:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </button>
    </div>
  );
}
