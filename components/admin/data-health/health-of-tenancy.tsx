"use client";

import { useState } from "react";
import { InstantField } from "@/components/forms/date-fields";
import { FormDialog } from "@/components/forms/dialogs";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { SyncType } from "@/lib/farm/tenancies/contract";
import { fetchNow, requestRefetch } from "@/lib/operations/connecting/actions";
import type { TenancyHealth } from "@/lib/operations/connecting/health";
import { SYNC_TYPE_WORDS } from "../tenancies/sync-type-words";
import { CoveragePanel } from "./coverage-panel";
import { HealthQueries, RejectedRows, UnknownIndices } from "./health-tables";
import { SyncProgress, useSyncAction } from "./sync-progress";
import { SyncTable } from "./sync-table";

/** The history of a tenancy: its extent by type, oddities, and the last fetches. */
export function HealthOfTenancy({ health }: { health: TenancyHealth }) {
  const words = useWords();
  const { t } = words;
  const action = useAction(fetchNow, { said: t("admin.health.fetchNowDone") });
  const [isRefetching, setRefetching] = useState(false);
  const fetches = health.connected && health.syncEnabled;
  return (
    <section aria-label={health.name} className="grid gap-4">
      <Panel
        title={health.name}
        hint={areaWords(words, health)}
        end={
          fetches && (
            <>
              <Button size="sm" icon="calendar" onClick={() => setRefetching(true)}>
                {t("admin.health.fetchAgain")}
              </Button>
              <Button
                size="sm"
                icon="again"
                pending={action.pending}
                onClick={() => action.submit({ tenantId: health.tenantId })}
              >
                {t("admin.health.fetchNow")}
              </Button>
            </>
          )
        }
      >
        {action.fault && (
          <div className="border-b border-hairline px-4 py-2.5">
            <FaultLine fault={action.fault} />
          </div>
        )}
        {fetches ? <SyncTable health={health} /> : <NotFetched health={health} />}
        {fetches && <SyncProgress tenantId={health.tenantId} />}
        {isRefetching && (
          <RefetchDialog
            tenantId={health.tenantId}
            types={health.sync.map(({ type }) => type)}
            onClose={() => setRefetching(false)}
          />
        )}
      </Panel>
      <CoveragePanel tenantId={health.tenantId} connected={health.connected} />
      <HealthQueries health={health} />
      <UnknownIndices health={health} />
      <RejectedRows health={health} />
    </section>
  );
}

function NotFetched({ health }: { health: TenancyHealth }) {
  const words = useWords();
  const link = (
    <Link
      href={`/admin/tenancies/${encodeURIComponent(health.tenantId)}`}
      className="relative font-medium whitespace-nowrap text-accent touch:py-3.5"
    />
  );
  return (
    <p className="px-4 py-3.5 text-sm text-ink-2">
      {rich(words, health.connected ? "admin.health.automaticOff" : "admin.health.notConnected", { link })}
    </p>
  );
}

/** Without readings there is no number of areas yet. */
function areaWords({ t }: Words, { areas, hasReadings }: TenancyHealth): string {
  if (areas === 0) return t(hasReadings ? "admin.health.noAreas" : "admin.health.noReadings");
  return t("admin.health.areas", { count: areas });
}

/** Has a period fetched again: late rows are added, interpolated ones replaced. */
function RefetchDialog({
  tenantId,
  types,
  onClose,
}: {
  tenantId: string;
  types: SyncType[];
  onClose: () => void;
}) {
  const { t } = useWords();
  const action = useSyncAction(requestRefetch, t("admin.health.refetch.done"), onClose);
  const { zone, now } = useClock();
  const today = siteDay(now, zone);
  const [type, setType] = useState<SyncType>(types[0] ?? "indices");
  const [from, setFrom] = useState(() => startOfDay(addDays(today, -7), zone).getTime());
  const [to, setTo] = useState(() => startOfDay(today, zone).getTime());
  return (
    <FormDialog
      title={t("admin.health.fetchAgain")}
      verb={t("admin.health.refetch.verb")}
      action={action}
      fields={["from", "to"]}
      onClose={onClose}
      onSubmit={() =>
        action.submit({
          tenantId,
          type,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        })
      }
    >
      <p className="text-sm text-ink-2">{t("admin.health.refetch.text")}</p>
      {types.length > 1 && (
        <Segmented
          label={t("admin.health.refetch.type")}
          fill
          options={types.map((value) => ({ value, label: t(SYNC_TYPE_WORDS[value]) }))}
          value={type}
          onChange={setType}
        />
      )}
      <InstantField
        kind="hour"
        label={t("admin.health.refetch.from")}
        at={from}
        onChange={setFrom}
        error={action.errorOf("from")}
      />
      <InstantField
        kind="hour"
        label={t("admin.health.refetch.to")}
        at={to}
        onChange={setTo}
        error={action.errorOf("to")}
      />
    </FormDialog>
  );
}
