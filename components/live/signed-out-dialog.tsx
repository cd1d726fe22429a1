"use client";
import type { MouseEvent } from "react";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

const SIGN_IN = "/sign-in?callbackUrl=%2Fsigned-in";

/** Says that the session has ended, and offers to sign in in another tab. */
export function SignedOutDialog({ isOpen }: { isOpen: boolean }) {
  return (
    <Dialog
      isLocked
      title="You were signed out"
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
          Sign in
        </a>
      }
    >
      <p className="text-ink-2">
        Your session ended. Sign in in a new tab, then return here: this page goes on where it was, with what
        you typed.
      </p>
    </Dialog>
  );
}

/** Opens the tab by script, so that it can close itself later; the link works where scripts may not. */
function openBeside(event: MouseEvent<HTMLAnchorElement>): void {
  if (window.open(SIGN_IN, "_blank")) event.preventDefault();
}
