"use client";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import type { Finding } from "./search-results";
import { useFindings } from "./use-findings";

/** A search while it is typed: what it found, which of it is chosen, and what the keys of its field do. */
export function useSearch(input: RefObject<HTMLInputElement | null>, onDone?: () => void) {
  const router = useRouter();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { findings, busy } = useFindings(typed, isOpen);
  const isShown = isOpen && typed.trim() !== "";
  const idOf = (index: number) => `${listId}-${index}`;
  const close = () => setOpen(false);
  const choose = (finding: Finding | undefined) => {
    if (!finding) return;
    router.push(finding.href);
    setTyped("");
    close();
    input.current?.blur();
    onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = findings.length - 1;
    if (event.key === "ArrowDown") setAt(at >= last ? 0 : at + 1);
    else if (event.key === "ArrowUp") setAt(at <= 0 ? last : at - 1);
    else if (event.key === "Enter") choose(findings[at]);
    else if (event.key === "Escape" && typed !== "") setTyped("");
    else if (event.key === "Escape") input.current?.blur();
    else return;
    event.preventDefault();
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setAt(0);
      setOpen(true);
    },
    open: () => setOpen(true),
    close,
    isShown,
    listId,
    activeId: isShown && findings[at] ? idOf(at) : undefined,
    at,
    setAt,
    idOf,
    findings,
    busy,
    choose,
    onKeyDown,
  };
}
