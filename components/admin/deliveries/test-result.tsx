"use client";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SiteTime } from "@/components/ui/time";
import type { TestOutcome } from "@/lib/operations/connecting/test-outcome";

/** What came of a test notification: in words, how long it took, and at a failure the likely cause and one next action. */
export function TestResult({ outcome }: { outcome: TestOutcome }) {
  const { ok, said, advice, ms, at, deliveryId } = outcome;
  return (
    <div role="status" className="flex gap-2.5 text-sm">
      <Icon
        name={ok ? "ok" : "failed"}
        className={ok ? "mt-px size-4.5 shrink-0 text-healthy" : "mt-px size-4.5 shrink-0"}
      />
      <div className="grid min-w-0 gap-1">
        <p>
          <span className={ok ? "font-medium" : "font-strong"}>{said}</span>{" "}
          <span className="text-ink-3">
            <SiteTime at={at} />, in {ms.toLocaleString("en")} ms
          </span>
        </p>
        {advice && (
          <p className="text-ink-2">
            <span className="font-medium text-ink-1">Most often:</span> {advice.cause} {advice.next}
          </p>
        )}
        {deliveryId && (
          <p>
            <Link
              href={`/admin/deliveries?id=${deliveryId}`}
              className="font-medium text-accent no-underline touch:inline-flex touch:h-target touch:items-center"
            >
              The delivery, as it came
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}
