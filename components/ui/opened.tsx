"use client";
import { type ReactNode, Suspense, useState } from "react";

/** Draws what is fetched late from its first opening on; after that it stays, and closes by itself. */
export function Opened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense fallback={null}>{children}</Suspense>;
}
