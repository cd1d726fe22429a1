"use client";
import { createContext, type ReactNode, useContext } from "react";
import { chooseListStart } from "@/lib/web/preferences/actions";
import { type ListStart, parseListStart } from "@/lib/web/preferences/contract";

const StartContext = createContext<ListStart>(parseListStart(undefined, undefined));

/** How the lists of alerts below start where the address does not say. */
export function ListStartProvider({ start, children }: { start: ListStart; children: ReactNode }) {
  return <StartContext value={start}>{children}</StartContext>;
}

export const useListStart = () => useContext(StartContext);

/** Remembers a choice as the start of the person's lists. A browser that refuses cookies starts as usual. */
export function rememberStart(choice: Partial<ListStart>): void {
  void chooseListStart(choice).catch(() => undefined);
}
