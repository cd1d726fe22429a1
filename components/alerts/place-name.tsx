import { cx } from "@/components/ui/cx";
import { NameLine } from "@/components/ui/name-line";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { moreWords, placeOf } from "./words";

/**
 * The name of an alert's place on one line. A long name is cut at its own end, whichever way it is written; how many
 * more there are stays whole.
 */
export function PlaceName({
  alert,
  className,
}: {
  alert: Pick<Alert, "areas" | "jobId">;
  className?: string;
}) {
  const { name, more } = placeOf(alert);
  return (
    <span className={cx("flex min-w-0", className)}>
      <NameLine name={name} />
      {more > 0 && <span className="shrink-0 whitespace-pre">{moreWords(more)}</span>}
    </span>
  );
}
