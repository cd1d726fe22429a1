"use client";
import { boardWords } from "@/lib/screens/board-words";
import type { Board, ScreenConfig } from "@/lib/screens/boards";

/** Which screen this is and what it is to show. */
export function ScreenName({
  screen,
  only,
}: {
  screen: ScreenConfig;
  version: string;
  only?: Board[] | undefined;
  preview?: boolean;
}) {
  return (
    <main className="flex min-h-dvh flex-col justify-center gap-[3vmin] p-[4.4vmin]">
      <h1 className="text-(length:--wall-0) leading-none font-strong">{screen.name}</h1>
      <p className="text-(length:--wall-1) leading-[1.05]">{screen.tenancyName}</p>
      <p className="text-(length:--wall-2) leading-[1.12] text-ink-2">
        {(only ?? screen.boards).map(boardWords).join(", then ")}
      </p>
    </main>
  );
}
