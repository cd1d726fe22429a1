"use client";
import type { MouseEvent } from "react";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useWords } from "@/components/words/words";

const SIGN_IN = "/sign-in?callbackUrl=%2Fsigned-in";

/** Says that the session has ended, and offers to sign in in another tab. */
export function SignedOutDialog({ isOpen }: { isOpen: boolean }) {
  const { t } = useWords();
  return (
    <Dialog
      isLocked
      title={t("live.signedOut.title")}
      isOpen={isOpen}
      onClose={() => undefined}
      actions={
        <a
          href={SIGN_IN}
          target="_blank"
          rel="noopener opener"
          onClick={openBeside}
          className={buttonClass({ variant: "primary" })}
        >
          {t("live.signedOut.signIn")}
        </a>
      }
    >
      <p className="text-ink-2">{t("live.signedOut.text")}</p>
    </Dialog>
  );
}

/** Opens the tab by script, so that it can close itself later; the link works where scripts may not. */
function openBeside(event: MouseEvent<HTMLAnchorElement>): void {
  if (window.open(SIGN_IN, "_blank")) event.preventDefault();
}
