"use client";

import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";

/** The overlays are fetched when the first of them opens: no page needs them for its first paint. */
const overlay = () => import("./dialog-overlay");

const DialogOverlay = lazy(async () => ({ default: (await overlay()).DialogOverlay }));

const DrawerOverlay = lazy(async () => ({ default: (await overlay()).DrawerOverlay }));

/** A question or a small form over the page; Esc and a press beside it close it. */
export function Dialog(props: ComponentProps<typeof DialogOverlay>) {
  return (
    <Opened isOpen={props.isOpen}>
      <DialogOverlay {...props} />
    </Opened>
  );
}

/** A panel from an edge: the tree on a small screen, filters on a phone. */
export function Drawer(props: ComponentProps<typeof DrawerOverlay>) {
  return (
    <Opened isOpen={props.isOpen}>
      <DrawerOverlay {...props} />
    </Opened>
  );
}

/** Draws what is fetched late from its first opening on; after that it stays, and closes by itself. */
export function Opened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense fallback={null}>{children}</Suspense>;
}
