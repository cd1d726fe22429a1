"use client";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "./button";
import { PlainPage } from "./plain-page";

type Props = { error: Error & { digest?: string }; retry: () => void; bare?: boolean };

/** What fails in a page: another version was installed after it had been opened, or it could not be made. */
export function FailedPage({ error, retry, bare }: Props) {
  // So the loader of the pages' parts names it: they are gone with the version that they belonged to.
  if (error.name === "ChunkLoadError") return <OldPage bare={bare} />;
  return <BrokenPage digest={error.digest} retry={retry} bare={bare} />;
}

function OldPage({ bare }: Pick<Props, "bare">) {
  return (
    <PlainPage
      bare={bare}
      icon="again"
      title="A part of this page could not be loaded"
      actions={
        <Button variant="primary" icon="again" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      }
    >
      <p>
        Most often a new version of Leafwatch was installed after this page had been opened, or the connection
        broke off.
      </p>
    </PlainPage>
  );
}

/** Our own fault, so no red. The digest finds it in the server's log. */
function BrokenPage({ digest, retry, bare }: { digest?: string; retry: () => void; bare?: boolean }) {
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
