"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { fieldless, useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { saveSettings } from "@/lib/operations/connecting/actions";
import { ConnectionTest } from "./connection-test";
import { DeleteTenancy } from "./delete-tenancy";
import { IdOffer } from "./offers";
import type { FormPart } from "./tenancy-draft";
import { changedMembers, changedSettings, type Draft, toDraft, toTestValues } from "./tenancy-draft";
import { HistoryFields, NotificationFields, ServiceFields, SiteFields } from "./tenancy-fields";

/** A tenancy: its settings on the left, the test of its connection on the right. */
export function TenancyEditor({
  tenancy,
  webhookAddress,
  admissible,
  carriedId,
}: {
  tenancy: TenancyDetails;
  webhookAddress: string;
  /** How many refused requests a secret of the tenancy fits; told when it is known. */
  admissible: Promise<number>;
  /** The id that the tenancy's notifications carry, where it is another and none was accepted. */
  carriedId: string | null;
}) {
  const stored = toDraft(tenancy);
  const [entered, setEntered] = useState<Partial<Draft>>({});
  const draft: Draft = { ...stored, ...entered };
  const [clientSecret, setClientSecret] = useState("");
  const save = useAction(saveSettings, { said: "Saved" });
  const changes = changedMembers(draft, stored);
  const part: FormPart = {
    tenancy,
    draft,
    set: (changed) => setEntered((before) => ({ ...before, ...changed })),
    errorOf: (member) => save.errorOf(`settings.${member}`) ?? save.errorOf(member),
    lockedOf: (member) => tenancy.lockedFields.includes(member),
  };
  const form = useRef<HTMLFormElement>(null);
  const { fault } = save;
  // Save stands at the end of a long form: what is wrong may be far above it.
  useEffect(() => {
    if (fault?.parameter) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [fault]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.submit({ tenantId: tenancy.tenantId, settings: changedSettings(draft, changes) });
  };
  const discard = () => {
    setEntered({});
    save.clear();
  };
  return (
    <div className="grid xl:min-h-full xl:grid-cols-[minmax(0,1fr)_minmax(--spacing(120),--spacing(141))]">
      <main className="@container min-w-0 px-4 py-5 lg:px-7">
        <p className="truncate text-sm text-ink-3 touch:-mt-3">
          <Link
            href="/admin/tenancies"
            className="font-medium text-accent touch:inline-flex touch:h-target touch:items-center"
          >
            Tenancies
          </Link>{" "}
          › {tenancy.name}
        </p>
        <div className="mt-0.5 mb-4 flex flex-wrap items-baseline gap-x-4">
          <h1 className="min-w-0 wrap-break-word sm:truncate">{tenancy.name}</h1>
          <Link
            href={`/admin/connect/${encodeURIComponent(tenancy.tenantId)}`}
            className="text-sm font-medium text-accent no-underline touch:inline-flex touch:h-target touch:items-center"
          >
            Connect step by step
          </Link>
        </div>
        {carriedId && (
          <div className="mb-4 max-w-155">
            <IdOffer
              tenancy={tenancy}
              carriedId={carriedId}
              pageOf={(id) => `/admin/tenancies/${encodeURIComponent(id)}`}
            />
          </div>
        )}
        <form
          ref={form}
          onSubmit={submit}
          className="grid max-w-155 items-start gap-x-8 gap-y-4 @5xl:max-w-none @5xl:grid-cols-2 @5xl:*:nth-[n+3]:col-span-2"
          noValidate
        >
          <div className={COLUMN}>
            <SiteFields {...part} />
            <ServiceFields {...part} clientSecret={clientSecret} onClientSecret={setClientSecret} />
          </div>
          <div className={COLUMN}>
            <HistoryFields {...part} />
            <NotificationFields {...part} address={webhookAddress} admissible={admissible} />
          </div>
          <FaultLine fault={fieldless(fault)} />
          <SaveBar changes={changes.length} pending={save.pending} onDiscard={discard} />
        </form>
        <DeleteTenancy tenancy={tenancy} />
      </main>
      <ConnectionTest
        tenancy={tenancy}
        values={() => toTestValues(draft, clientSecret)}
        unsaved={changes.length}
      />
    </div>
  );
}

/** One of two columns on a wide page; the first section of a column has no line above it. */
const COLUMN =
  "grid min-w-0 gap-4 @5xl:[&>section:first-child>h2]:mt-0 @5xl:[&>section:first-child>h2]:border-t-0 @5xl:[&>section:first-child>h2]:pt-0";

function SaveBar({
  changes,
  pending,
  onDiscard,
}: {
  changes: number;
  pending: boolean;
  onDiscard: () => void;
}) {
  const words =
    changes === 0 ? "Nothing to save" : `${changes} ${changes === 1 ? "change" : "changes"} not saved`;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 border-t border-hairline pt-4">
      <span className="min-w-0 flex-1 text-sm text-ink-2" role="status">
        {words}
      </span>
      <Button onClick={onDiscard} disabled={changes === 0 || pending}>
        Discard
      </Button>
      <Button variant="primary" type="submit" disabled={changes === 0} pending={pending}>
        Save
      </Button>
    </div>
  );
}
