"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { FormDialog } from "@/components/forms/form-dialog";
import { useAction } from "@/components/forms/use-action";
import { HourField } from "@/components/queries/period-fields";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import { SYNC_TYPE_NAMES, type SyncType } from "@/lib/farm/tenancies/contract";
import { readSync } from "@/lib/history/sync/contract";
import { requestRefetch } from "@/lib/operations/connecting/actions";

/** Asks for a period to be fetched again: rows that came late come in, interpolated ones are replaced. */
export function RefetchButton({ tenantId, types }: { tenantId: string; types: SyncType[] }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const action = useAction(requestRefetch, {
    said: "It is fetched after the newest hours",
    onDone: () => {
      setOpen(false);
      void client.invalidateQueries({ queryKey: [readSync.path] });
    },
  });
  return (
    <>
      <Button size="sm" icon="calendar" onClick={() => setOpen(true)}>
        Fetch a period again
      </Button>
      {open && (
        <RefetchForm
          types={types}
          action={action}
          onSubmit={(input) => action.submit({ tenantId, ...input })}
          onClose={() => {
            action.clear();
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function RefetchForm({
  types,
  action,
  onSubmit,
  onClose,
}: {
  types: SyncType[];
  action: {
    pending: boolean;
    fault: Parameters<typeof FaultLine>[0]["fault"];
    errorOf: (name: string) => string | undefined;
  };
  onSubmit: (input: { type: SyncType; from: string; to: string }) => void;
  onClose: () => void;
}) {
  const { zone, now } = useClock();
  const today = siteDay(now, zone);
  const [type, setType] = useState<SyncType>(types[0] ?? "indices");
  const [from, setFrom] = useState(() => startOfDay(addDays(today, -7), zone).getTime());
  const [to, setTo] = useState(() => startOfDay(today, zone).getTime());
  const placed = action.errorOf("from") ?? action.errorOf("to");
  return (
    <FormDialog
      title="Fetch a period again"
      verb="Fetch again"
      isOpen
      pending={action.pending}
      onClose={onClose}
      onSubmit={() => onSubmit({ type, from: new Date(from).toISOString(), to: new Date(to).toISOString() })}
    >
      <p className="text-sm text-ink-2">
        Site time, whole hours, newest first in parts of ten days. Nothing is deleted: later values replace
        interpolated ones.
      </p>
      {types.length > 1 && (
        <Segmented
          label="Type"
          fill
          options={types.map((value) => ({ value, label: SYNC_TYPE_NAMES[value] }))}
          value={type}
          onChange={setType}
        />
      )}
      <HourField label="From" at={from} onChange={setFrom} error={action.errorOf("from")} />
      <HourField label="To" at={to} onChange={setTo} error={action.errorOf("to")} />
      {!placed && <FaultLine fault={action.fault} />}
    </FormDialog>
  );
}
