"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { WordLink } from "@/components/admin/word-link";
import { FaultLine, FormSection, Pair, SaveBar } from "@/components/forms/form-parts";
import { fieldless } from "@/components/forms/use-action";
import { NumberField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/words";
import type { HighCoverage } from "@/lib/alerting/notices/contract";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { ClientSecret } from "./client-secret";
import { ConnectionTest } from "./connection-test";
import { DeleteTenancy } from "./delete-tenancy";
import { IdOffer, RefusedOffer } from "./offers";
import { HighLine } from "./team/high-line";
import {
  AddressFields,
  ClientFields,
  HistoryFields,
  ShiftFields,
  SignatureHeaderField,
  SiteFields,
  WebhookAddressField,
} from "./tenancy-fields";
import { bindField, toNumber, useTenancyForm } from "./use-tenancy-form";
import { WebhookSecrets } from "./webhook-secrets";

/** A tenancy: its settings on the left, the test of its connection on the right. */
export function TenancyEditor({
  tenancy,
  webhookAddress,
  admissible,
  carriedId,
  isConnected,
  high,
}: {
  tenancy: TenancyDetails;
  webhookAddress: string;
  /** Number of rejected requests that a secret of the tenancy verifies; resolves late. */
  admissible: Promise<number>;
  /** Another id that the tenancy's notifications carry while none was accepted; null otherwise. */
  carriedId: string | null;
  /** Its first notification has come. */
  isConnected: boolean;
  /** Who is told of HIGH alerts; undefined while that is not known. */
  high: HighCoverage | undefined;
}) {
  const { t } = useWords();
  const { part, changed, save, discard, pending, fault } = useTenancyForm(tenancy, {
    said: t("admin.tenancies.edit.saved"),
  });
  const [clientSecret, setClientSecret] = useState("");
  const form = useRef<HTMLFormElement>(null);
  // Save is at the end of a long form; the faulty field may be far above it.
  useEffect(() => {
    if (fault?.parameter) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fault]);
  const connectPage = `/admin/connect/${encodeURIComponent(tenancy.tenantId)}`;
  const teamPage = `/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}/notices`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(changed);
  };
  const testValues = () => {
    const { baseUrl, authUrl, clientId, tokenAuth } = part.draft;
    const hours = toNumber(part.draft.dataDelayHours);
    const dataDelayHours = Number.isInteger(hours) ? hours : 1;
    return { baseUrl, authUrl, clientId, tokenAuth, clientSecret, dataDelayHours };
  };
  return (
    <div className="grid xl:min-h-full xl:grid-cols-[minmax(0,1fr)_minmax(--spacing(120),--spacing(141))]">
      <main className="@container min-w-0 px-4 py-5 lg:px-7">
        <p className="truncate text-sm text-ink-3 touch:-mt-3">
          <Link
            href="/admin/tenancies"
            className="font-medium text-accent touch:inline-flex touch:h-target touch:items-center"
          >
            {t("admin.tenancies.title")}
          </Link>{" "}
          › {tenancy.name}
        </p>
        <div className="mt-0.5 mb-4 flex flex-wrap items-baseline gap-x-4">
          <h1 className="min-w-0 wrap-break-word sm:truncate">{tenancy.name}</h1>
          <WordLink href={connectPage} className="text-sm">
            {t("admin.tenancies.edit.connect")}
          </WordLink>
          {isConnected && (
            <WordLink href={`${connectPage}#next-steps`} className="text-sm">
              {t("admin.tenancies.edit.nextSteps")}
            </WordLink>
          )}
          <WordLink href={teamPage} className="text-sm">
            {t("admin.tenancies.edit.team")}
          </WordLink>
        </div>
        {high && !high.complete && (
          <div className="mb-4 max-w-155">
            <HighLine high={high}>
              <WordLink href={teamPage}>
                {t(high.people === 0 ? "admin.tenancies.edit.tellSomebody" : "admin.tenancies.edit.seeRules")}
              </WordLink>
            </HighLine>
          </div>
        )}
        {carriedId && (
          <div className="mb-4 max-w-155">
            <IdOffer tenancy={tenancy} carriedId={carriedId} page="/admin/tenancies" />
          </div>
        )}
        <form
          ref={form}
          onSubmit={submit}
          className="grid max-w-155 items-start gap-x-8 gap-y-4 @5xl:max-w-none @5xl:grid-cols-2 @5xl:*:nth-[n+3]:col-span-2"
          noValidate
        >
          <div className={COLUMN}>
            <FormSection title={t("admin.tenancies.edit.site")} first>
              <SiteFields {...part} />
              <ShiftFields {...part} />
            </FormSection>
            <FormSection title={t("admin.tenancies.edit.service")}>
              <AddressFields {...part} />
              <ClientFields {...part} />
              <ClientSecret
                tenancy={tenancy}
                locked={part.lockedOf("clientSecret")}
                value={clientSecret}
                onChange={setClientSecret}
              />
            </FormSection>
          </div>
          <div className={COLUMN}>
            <FormSection title={t("admin.tenancies.edit.history")}>
              <HistoryFields {...part} />
            </FormSection>
            <FormSection title={t("admin.tenancies.edit.notifications")}>
              <WebhookAddressField address={webhookAddress} />
              <WebhookSecrets tenancy={tenancy} />
              <Pair>
                <SignatureHeaderField {...part} />
                <NumberField
                  {...bindField(part, "recoveryHours")}
                  min={1}
                  end={t("admin.tenancies.field.hours")}
                  help={t("admin.tenancies.edit.recoveryHelp")}
                />
              </Pair>
              <RefusedOffer tenantId={tenancy.tenantId} admissible={admissible} />
            </FormSection>
          </div>
          <FaultLine fault={fieldless(fault)} />
          <SaveBar
            className="mt-1 flex-wrap"
            state={
              changed.length === 0
                ? t("admin.tenancies.edit.nothingToSave")
                : t("admin.tenancies.edit.unsaved", { count: changed.length })
            }
            disabled={changed.length === 0}
            pending={pending}
            onDiscard={discard}
          />
        </form>
        <DeleteTenancy tenancy={tenancy} />
      </main>
      <ConnectionTest tenancy={tenancy} values={testValues} unsaved={changed.length} />
    </div>
  );
}

/** One of two columns on a wide page; the first section of a column has no line above it. */
const COLUMN =
  "grid min-w-0 gap-4 @5xl:[&>section:first-child>h2]:mt-0 @5xl:[&>section:first-child>h2]:border-t-0 @5xl:[&>section:first-child>h2]:pt-0";
