"use client";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";

/** Why a list is empty and what to do next (never connected, nothing yet, filtered out). */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-1 flex-col justify-center px-8 py-10 max-sm:px-4">
      <Icon name={icon} className="size-7 text-ink-3" />
      <h2 className="mt-3.5 mb-1.5 text-xl font-strong tracking-tight">{title}</h2>
      <div className="max-w-110 text-ink-2">{children}</div>
      {actions && <div className="mt-5 flex flex-wrap gap-2.5">{actions}</div>}
    </div>
  );
}

/** What failed, why, how old the last good data is, and when the next try comes. */
export function ErrorState({
  title = "Could not be read",
  cause,
  lastGood,
  nextTry,
  onRetry,
  compact = false,
}: {
  title?: string;
  cause: ReactNode;
  /** "Shown as of 14:20, 22 min ago", or that there is nothing. */
  lastGood: ReactNode;
  nextTry: ReactNode;
  onRetry: () => void;
  /** A line above data that is still shown. */
  compact?: boolean;
}) {
  return (
    <div
      role="alert"
      className={cx(
        "flex gap-3",
        compact ? "items-center border-b border-hairline px-4 py-2.5" : "items-start px-4 py-6",
      )}
    >
      <Icon name="failed" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title}</p>
        <p className="text-sm text-ink-2">{cause}</p>
        <p className="text-sm text-ink-3">
          {lastGood} {nextTry}
        </p>
      </div>
      <Button size="sm" icon="again" onClick={onRetry}>
        Try now
      </Button>
    </div>
  );
}

/** Grey bars in the final shape; they come only when waiting takes longer than 200 ms, and do not shimmer. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return <span aria-hidden="true" className={cx("block rounded-1", className, late && "bg-sunken")} />;
}

/** Rows of a list that is being read for the first time. */
export function SkeletonRows({ rows = 6, label = "Reading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="px-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="flex h-bar items-center gap-4 border-b border-hairline last:border-b-0">
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  );
}
