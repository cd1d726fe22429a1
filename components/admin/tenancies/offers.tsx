"use client";

import { type ComponentProps, Suspense, use, useState } from "react";
import { WordLink } from "@/components/admin/word-link";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { said } from "@/components/ui/live-region";
import { useWords } from "@/components/words/words";
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
  const { t } = useWords();
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
      aria-label={t("admin.tenancies.offer.idLabel")}
      className="grid gap-2.5 rounded-2 border border-line bg-surface px-3.5 py-3 text-sm"
    >
      <p ref={said} className="wrap-anywhere">
        <strong className="font-strong">
          {t("admin.tenancies.offer.id", { carried: carriedId, own: tenantId })}
        </strong>{" "}
        <span className="text-ink-2">
          {t(lockedFields.length > 0 ? "admin.tenancies.offer.idByFile" : "admin.tenancies.offer.idText")}
        </span>
      </p>
      {fault && <FaultLine fault={{ message: fault }} />}
      {lockedFields.length === 0 && (
        <div>
          <Button variant="primary" pending={isLeaving || pending !== null} onClick={() => void correct()}>
            {t("admin.tenancies.offer.useId")}
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
  const words = useWords();
  const { t } = words;
  const count = use(admissible);
  const action = useAction(admitRejected, {
    said: (counts) => t("admin.tenancies.offer.admitted", { result: replayResult(words, counts) }),
  });
  if (count === 0) return null;
  return (
    <section
      aria-label={t("admin.tenancies.offer.rejectedLabel")}
      className="grid gap-2.5 rounded-2 border border-line bg-surface px-3.5 py-3 text-sm"
    >
      <p ref={said}>
        <strong className="font-strong">{t("admin.tenancies.offer.rejected", { count })}</strong>{" "}
        <span className="text-ink-2">{t("admin.tenancies.offer.rejectedText")}</span>
      </p>
      <FaultLine fault={action.fault} />
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={action.pending} onClick={() => action.submit({ tenantId })}>
          {t("admin.tenancies.offer.admit", { count })}
        </Button>
        <WordLink href="/admin/deliveries?outcome=rejected&period=week">
          {t("admin.tenancies.offer.allRejected")}
        </WordLink>
      </div>
    </section>
  );
}
