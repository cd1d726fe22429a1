"use client";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { adoptCarriedId } from "@/lib/alerting/deliveries/actions";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";

/** The id that was entered is not the one that comes: while nothing was accepted under it, it can be corrected. */
export function IdOffer({
  tenancy: { tenantId, lockedFields },
  carriedId,
  pageOf,
}: {
  tenancy: TenancyDetails;
  carriedId: string | null;
  /** The address of this page under another id. */
  pageOf: (tenantId: string) => string;
}) {
  const { run, pending } = useServerAction();
  const [isLeaving, setLeaving] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (carriedId === null) return null;
  const correct = async () => {
    setFault(null);
    const result = await run(() => adoptCarriedId({ tenantId, carriedId }));
    if (result.ok) {
      // The page stands at the old id, and the button stays busy until it is left.
      setLeaving(true);
      return window.location.assign(pageOf(carriedId));
    }
    setFault(result.error.message);
  };
  return (
    <section
      aria-label="Another tenant id"
      className="grid gap-2.5 rounded-2 border border-line bg-surface px-3.5 py-3 text-sm"
    >
      <p role="status" className="wrap-anywhere">
        <strong className="font-strong">
          The notifications come from tenancy {carriedId}; you entered {tenantId}.
        </strong>{" "}
        <span className="text-ink-2">
          {lockedFields.length > 0
            ? "The provisioning file names this tenancy: take it out there, restart, use the id that came, then put it back with that id."
            : "Their signature is right, so the id was probably mistyped. With the id that came they are all taken in, as of when they came."}
        </span>
      </p>
      {fault && <FaultLine fault={{ message: fault }} />}
      {lockedFields.length === 0 && (
        <div>
          <Button variant="primary" pending={isLeaving || pending !== null} onClick={() => void correct()}>
            Use the id that came
          </Button>
        </div>
      )}
    </section>
  );
}
