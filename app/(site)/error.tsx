"use client";
import { FailedPage } from "@/components/ui/plain-page";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <FailedPage error={error} retry={reset} />;
}
