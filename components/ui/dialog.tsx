"use client";
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";

const DialogOverlay = lazy(async () => ({ default: (await import("./dialog-overlay")).DialogOverlay }));

/** A question, a small form or a drawer over the page; Esc and a press beside it close it. */
export function Dialog(props: ComponentProps<typeof DialogOverlay>) {
  return (
    <Opened isOpen={props.isOpen}>
      <DialogOverlay {...props} />
    </Opened>
  );
}

/** Mounts lazy children when they first open, and keeps them mounted for their closing transition. */
export function Opened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense fallback={null}>{children}</Suspense>;
}
