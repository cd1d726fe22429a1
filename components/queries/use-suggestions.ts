"use client";
import { type KeyboardEvent, useId, useState } from "react";

export type Suggestion = { id: string; label: string; hint?: string };

/** A list under a field that arrows move in, Enter takes from and Esc closes; the field keeps the focus. */
export function useSuggestions(offered: readonly Suggestion[], take: (id: string) => void) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setAt] = useState(0);
  const at = Math.min(wanted, offered.length - 1);
  const isShown = isOpen && offered.length > 0;
  const idOf = (index: number) => `${listId}-${index}`;
  const choose = (index: number) => {
    const one = offered[index];
    if (one) take(one.id);
    setAt(0);
    // Open again with the next letter: it would cover what comes after the field.
    setOpen(false);
  };
  const move = (to: number) => {
    setOpen(true);
    setAt((to + offered.length) % Math.max(1, offered.length));
  };
  /** True where the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.key === "ArrowDown") move(isShown ? at + 1 : 0);
    else if (event.key === "ArrowUp") move(isShown ? at - 1 : offered.length - 1);
    else if (event.key === "Enter" && isShown) choose(at);
    else if (event.key === "Escape" && isShown) setOpen(false);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    isShown,
    listId,
    at,
    setAt,
    idOf,
    choose,
    onKeyDown,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** What makes the input a combobox. */
    inputProps: {
      role: "combobox",
      "aria-expanded": isShown,
      "aria-controls": listId,
      "aria-autocomplete": "list",
      "aria-activedescendant": isShown ? idOf(at) : undefined,
      autoComplete: "off",
      autoCapitalize: "off",
      spellCheck: false,
    } as const,
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;
