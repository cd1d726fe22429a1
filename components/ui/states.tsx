"use client";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";

/** Why a list is empty, and what to do next. */
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

/** A grey bar in the place of what is being read; visible after 200 ms. */
export function Skeleton({ className }: { className: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return <span aria-hidden="true" className={cx("block rounded-1", className, late && "bg-hairline")} />;
}

/** Skeleton of a list that is read for the first time. */
export function SkeletonRows({ rows = 6, label }: { rows?: number; label: string }) {
  return (
    <div aria-busy="true" className="px-4">
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
