"use client";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useWords } from "@/components/words/words";

const PAIR_AGAIN = "/api/wall/pairing?again";

/** A message that fills the screen and reloads the page periodically. */
export function Notice({
  title,
  again,
  action,
  children,
}: {
  title: string;
  /** Seconds between reloads. */
  again: number;
  action?: ReactNode;
  children: ReactNode;
}) {
  useReloadEvery(again);
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

/**
 * Reloads the page every `seconds`, since nobody operates a screen. It waits until the server answers: a page that
 * failed to load would never try again.
 */
function useReloadEvery(seconds: number): void {
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch("/api/health/live", { cache: "no-store" }).catch(() => null);
      if (answer?.ok) window.location.reload();
    }, seconds * 1_000);
    return () => clearInterval(timer);
  }, [seconds]);
}

/**
 * Shown on a screen whose token was revoked: dark, without data. It requests a new code only when somebody presses the
 * button, so that a screen that was taken out of use stays revoked.
 */
export function Revoked({ name }: { name: string }) {
  const { t } = useWords();
  const [failed, setFailed] = useState(false);
  const pairAgain = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await fetch(PAIR_AGAIN, { method: "POST" }).catch(() => null);
    if (answer?.ok) window.location.replace("/wall");
    else setFailed(true);
  };
  return (
    <Notice
      title={t("wall.notice.revoked")}
      again={300}
      action={
        <form
          method="post"
          action={PAIR_AGAIN}
          onSubmit={pairAgain}
          className="flex flex-wrap items-center gap-[3vmin] text-(length:--wall-3)"
        >
          <button
            type="submit"
            // biome-ignore lint/a11y/noAutofocus: a remote control has no other way to the only button
            autoFocus
            className="rounded-[1vmin] border-[0.28vmin] border-control px-[3vmin] py-[1.6vmin]"
          >
            {t("wall.notice.newCode")}
          </button>
          {failed && <p role="alert">{t("wall.notice.noAnswer")}</p>}
        </form>
      }
    >
      <p>{t("wall.notice.revokedText", { name })}</p>
      <p>{t("wall.notice.again")}</p>
    </Notice>
  );
}
