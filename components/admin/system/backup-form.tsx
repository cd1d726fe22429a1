"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ClockField } from "@/components/forms/date-fields";
import { FormDialog } from "@/components/forms/dialogs";
import { Pair } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Segmented } from "@/components/ui/choices";
import { NumberField } from "@/components/ui/field";
import { saveBackupSettings } from "@/lib/operations/backup/actions";
import type { BackupMember } from "@/lib/operations/backup/contract";
import { readSystem, type SystemView } from "@/lib/operations/system/contract";

type When = "off" | "daily" | "hours";

const FIELDS: readonly BackupMember[] = ["at", "everyHours", "keepDaily", "keepWeekly"];

/** The form for when backups are made and how many are kept. */
export function BackupForm({ backups, onClose }: { backups: SystemView["backups"]; onClose: () => void }) {
  const { settings, locked, zone, folder } = backups;
  const [when, setWhen] = useState<When>(
    settings.at !== null ? "daily" : settings.everyHours !== null ? "hours" : "off",
  );
  const client = useQueryClient();
  const action = useAction(saveBackupSettings, {
    said: "Saved",
    onDone: () => {
      onClose();
      void client.invalidateQueries({ queryKey: [readSystem.path] });
    },
  });
  const isLocked = (member: BackupMember) => locked.includes(member);
  const submit = (values: Record<string, string>) =>
    action.submit({
      at: when === "daily" ? (values.at ?? settings.at ?? "") : null,
      everyHours: when === "hours" ? Number(values.everyHours ?? settings.everyHours) : null,
      keepDaily: Number(values.keepDaily ?? settings.keepDaily),
      keepWeekly: Number(values.keepWeekly ?? settings.keepWeekly),
    });
  const whenLocked = isLocked("at") || isLocked("everyHours");
  return (
    <FormDialog
      title="Schedule backups"
      verb="Save"
      action={action}
      fields={FIELDS}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segmented<When>
        fill
        label="When backups are made"
        value={when}
        onChange={setWhen}
        options={[
          { value: "off", label: "Off", disabled: whenLocked && when !== "off" },
          { value: "daily", label: "Every day", disabled: whenLocked && when !== "daily" },
          { value: "hours", label: "Every few hours", disabled: whenLocked && when !== "hours" },
        ]}
      />
      {when === "daily" && (
        <ClockField
          label="At"
          defaultValue={settings.at ?? "02:40"}
          help={`Local time in ${zone}. Choose a quiet hour`}
          locked={isLocked("at")}
          {...action.field("at")}
        />
      )}
      {when === "hours" && (
        <NumberField
          label="Every"
          min={1}
          end="hours"
          defaultValue={settings.everyHours ?? 6}
          help="1 to 168"
          locked={isLocked("everyHours")}
          {...action.field("everyHours")}
        />
      )}
      <Pair>
        <NumberField
          label="Keep daily"
          min={1}
          end="backups"
          defaultValue={settings.keepDaily}
          help="The newest of each of the last days"
          locked={isLocked("keepDaily")}
          {...action.field("keepDaily")}
        />
        <NumberField
          label="Keep weekly"
          min={0}
          end="backups"
          defaultValue={settings.keepWeekly}
          help="The newest of each of the last weeks"
          locked={isLocked("keepWeekly")}
          {...action.field("keepWeekly")}
        />
      </Pair>
      <p className="text-sm text-ink-2">
        They are written to <span className="font-mono text-xs wrap-anywhere">{folder}</span>, which
        LEAFWATCH_BACKUP_DIR sets. An older backup is removed only once a newer one was made and read back.
      </p>
    </FormDialog>
  );
}
