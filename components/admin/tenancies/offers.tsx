"use client";

import { type ComponentProps, Suspense, use, useState } from "react";
import { WordLink } from "@/components/admin/word-link";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { said } from "@/components/ui/live-region";
import { admitRejected, adoptCarriedId } from "@/lib/alerting/deliveries/actions";
import { replayResult } from "@/lib/alerting/deliveries/list";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";

/** Offers to correct the tenant id while notifications carry another and none was accepted. */
export function IdOffer({
  tenancy: { tenantId, lockedFields },
  carriedId,
  page,
}: {
  tenancy: TenancyDetails;
  carriedId: string | null;
  /** The path of this page without the id. */
  page: string;
}) {
  const { run, pending } = useServerAction();
  const [isLeaving, setLeaving] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (carriedId === null) return null;
  const correct = async () => {
    setFault(null);
    const result = await run(() => adoptCarriedId({ tenantId, carriedId }));
    if (result.ok) {
      // The page of the old id is gone; the button stays busy until the browser leaves it.
      setLeaving(true);
      return window.location.assign(`${page}/${encodeURIComponent(carriedId)}`);
    }
    setFault(result.error.message);
  };
  return (
    <section
      aria-label="Another tenant id"
      className="grid gap-2.5 rounded-2 border border-line bg-surface px-3.5 py-3 text-sm"
    >
      <p ref={said} className="wrap-anywhere">
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

/** Offers to admit rejected requests that a corrected secret or header now verifies. */
export function RefusedOffer(props: { tenantId: string; admissible: Promise<number> }) {
  return (
    <Suspense>
      <Offer {...props} />
    </Suspense>
  );
}

function Offer({ tenantId, admissible }: ComponentProps<typeof RefusedOffer>) {
  const count = use(admissible);
  const action = useAction(admitRejected, { said: (counts) => `Admitted: ${replayResult(counts)}` });
  if (count === 0) return null;
  const many = count.toLocaleString("en");
  return (
    <section
      aria-label="Refused requests"
      className="grid gap-2.5 rounded-2 border border-line bg-surface px-3.5 py-3 text-sm"
    >
      <p ref={said}>
        <strong className="font-strong">
          {count === 1 ? "1 refused request" : `${many} refused requests`} of the last 7 days{" "}
          {count === 1 ? "fits" : "fit"} a secret of this tenancy.
        </strong>{" "}
        <span className="text-ink-2">
          The service sends none of them again. Admitted, they count from when they came; what is kept already
          is not doubled.
        </span>
      </p>
      <FaultLine fault={action.fault} />
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={action.pending} onClick={() => action.submit({ tenantId })}>
          {count === 1 ? "Admit it" : `Admit all ${many}`}
        </Button>
        <WordLink href="/admin/deliveries?outcome=rejected&period=week">All that was refused</WordLink>
      </div>
    </section>
  );
}
