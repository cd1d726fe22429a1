"use client";
import { lazy, Suspense } from "react";
import { useFreshness } from "./use-freshness";

const DiskFullNotice = lazy(async () => ({ default: (await import("./disk-full-notice")).DiskFullNotice }));

/** Over every page while the disk is full: what comes may be lost, and nothing can be saved. */
export function DiskFullBar() {
  const since = useFreshness()?.notifications.diskFullSince;
  if (!since) return null;
  return (
    <Suspense>
      <DiskFullNotice since={since} />
    </Suspense>
  );
}
