"use client";
import { Suspense, use } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { admitRefused } from "@/lib/alerting/deliveries/actions";
import { replayWords } from "@/lib/alerting/deliveries/log";

type Props = { tenantId: string; admissible: Promise<number> };

/** After a secret or the header was corrected: what was refused before and fits now can still be taken in. */
export function RefusedOffer(props: Props) {
  return (
    <Suspense>
      <Offer {...props} />
    </Suspense>
  );
}

function Offer({ tenantId, admissible }: Props) {
  const count = use(admissible);
  const action = useAction(admitRefused, { said: (counts) => `Admitted: ${replayWords(counts)}` });
  if (count === 0) return null;
  const many = count.toLocaleString("en");
  return (
    <section
      aria-label="Refused requests"
      className="grid gap-2.5 rounded-2 border border-line bg-surface px-3.5 py-3 text-sm"
    >
      <p role="status">
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
        <Link
          href="/admin/deliveries?outcome=rejected&period=week"
          className="font-medium text-accent no-underline touch:inline-flex touch:h-target touch:items-center"
        >
          All that was refused
        </Link>
      </div>
    </section>
  );
}
