"use client";
import { FailedPage } from "@/components/ui/failed-page";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main>
      <FailedPage bare digest={error.digest} retry={reset} />
    </main>
  );
}
