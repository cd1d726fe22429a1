"use client";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "./button";
import { PlainPage } from "./plain-page";

/** A page that could not be made: our own fault, so no red. The digest finds it in the server's log. */
export function FailedPage({ digest, retry, bare }: { digest?: string; retry: () => void; bare?: boolean }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const again = () =>
    start(() => {
      router.refresh();
      retry();
    });
  return (
    <PlainPage
      bare={bare}
      icon="failed"
      title="This page could not be made"
      actions={
        <Button variant="primary" icon="again" pending={pending} onClick={again}>
          Try again
        </Button>
      }
    >
      <p>
        Something failed on our side; most often the database is out of reach. Alerts that arrive meanwhile
        are kept.
      </p>
      {digest && (
        <p className="mt-2 text-sm text-ink-3">
          The log has the cause under <span className="font-mono">{digest}</span>.
        </p>
      )}
    </PlainPage>
  );
}
