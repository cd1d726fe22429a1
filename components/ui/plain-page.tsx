"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useTransition } from "react";
import { Button, LinkButton } from "./button";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";

/** A page with one message: what happened, why, what to do next. */
export function PlainPage({
  icon,
  title,
  children,
  actions,
  bare = false,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** Shows the brand, for pages without a bar. */
  bare?: boolean;
}) {
  return (
    <div className={cx("mx-auto max-w-120 py-16", bare && "px-4")}>
      {bare && <Brand />}
      <Icon name={icon} className="size-7 text-ink-3" />
      <h1 className="mt-3.5 mb-1.5">{title}</h1>
      <div className="text-ink-2">{children}</div>
      <div className="mt-5 flex flex-wrap gap-2.5">{actions}</div>
    </div>
  );
}

/** The brand, on pages without a bar. */
export function Brand() {
  return (
    <p className="mb-7 flex items-center gap-2.5 text-xl font-strong">
      <Icon name="leaf" className="size-5" />
      Leafwatch
    </p>
  );
}

/** The page of an unknown address. */
export function NoPage({ bare }: { bare?: boolean }) {
  return (
    <PlainPage
      bare={bare}
      icon="search"
      title="No such page"
      actions={
        <LinkButton variant="primary" href="/">
          Go to Now
        </LinkButton>
      }
    >
      Nothing stands at this address. The link may be old, or a part of it is missing.
    </PlainPage>
  );
}

/** A page that failed: either its code belongs to another version, or the server could not render it. */
export function FailedPage({
  error,
  reset,
  bare,
}: {
  error: Error & { digest?: string };
  reset: () => void;
  bare?: boolean;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  // The loader's error for code that went with the version that it belonged to.
  if (error.name === "ChunkLoadError")
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
          Most often a new version of Leafwatch was installed after this page had been opened, or the
          connection broke off.
        </p>
      </PlainPage>
    );
  const again = () =>
    start(() => {
      router.refresh();
      reset();
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
      {error.digest && (
        <p className="mt-2 text-sm text-ink-3">
          The log has the cause under <span className="font-mono">{error.digest}</span>.
        </p>
      )}
    </PlainPage>
  );
}
