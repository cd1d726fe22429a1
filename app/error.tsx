"use client";
import type { ComponentProps } from "react";
import { FailedPage } from "@/components/ui/plain-page";

export default function PageError(failure: ComponentProps<typeof FailedPage>) {
  return (
    <main>
      <FailedPage bare {...failure} />
    </main>
  );
}
