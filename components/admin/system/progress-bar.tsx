import type { ReactNode } from "react";

/** How far something has come, in words and as a bar. */
export function ProgressBar({
  label,
  done,
  of,
  children,
}: {
  label: string;
  done: number;
  of: number;
  children: ReactNode;
}) {
  const share = of === 0 ? 0 : Math.min(1, done / of);
  return (
    <>
      <p className="text-sm" role="status">
        {children}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="mt-2 h-2 overflow-hidden rounded-1 border border-line bg-sunken"
      >
        <span className="block h-full bg-ink-3" style={{ width: `${share * 100}%` }} />
      </div>
    </>
  );
}
