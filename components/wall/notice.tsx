"use client";
import type { ReactNode } from "react";
import { useComeback } from "./use-comeback";

/** A few words that fill a screen, which tries again by itself. */
export function Notice({
  title,
  again,
  action,
  children,
}: {
  title: string;
  /** Seconds until the page is loaded anew. */
  again: number;
  action?: ReactNode;
  children: ReactNode;
}) {
  useComeback(again);
  return (
    <main className="flex min-h-dvh flex-col justify-center gap-[3.6vmin] p-[4.4vmin]">
      <h1 className="text-(length:--wall-1) leading-[1.05] font-strong">{title}</h1>
      <div className="max-w-[150vmin] text-(length:--wall-2) leading-[1.3] text-balance text-ink-2">
        {children}
      </div>
      {action}
    </main>
  );
}
