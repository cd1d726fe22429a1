import "server-only";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { LockableSettings } from "@/lib/base/settings/lockable-settings.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { BACKUP_NAMES, type BackupSettings, backupMembers, DEFAULT_BACKUPS } from "./contract";

/** When scheduled backups are made, and how many are kept. */
export const backupSettings = new LockableSettings("backups", backupMembers, DEFAULT_BACKUPS);

/**
 * Changes when backups are made and how many are kept (role admin).
 * @throws AppError `conflict` on a setting locked by the provisioning file
 */
export async function saveBackupSettings(actor: Actor, wanted: BackupSettings): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const changes = await backupSettings.save(tx, wanted);
    if (changes.length === 0) return;
    await recordAudit(tx, actor, {
      action: "backup.schedule-changed",
      target: "Backup",
      detail: Object.fromEntries(
        changes.map(({ member, before, after }) => [
          BACKUP_NAMES[member],
          `${before ?? "off"} → ${after ?? "off"}`,
        ]),
      ),
    });
  });
}

/**
 * Saves and locks the settings of the provisioning file; without a file nothing is locked. A time of day replaces an
 * interval, and the other way round.
 * @returns the names of the changed settings
 */
export async function provisionBackups(tx: Transaction, named: Partial<BackupSettings>): Promise<string[]> {
  const given = { ...named };
  if (given.at != null) given.everyHours ??= null;
  else if (given.everyHours != null) given.at ??= null;
  const changed = await backupSettings.provision(tx, given);
  return changed.map((member) => BACKUP_NAMES[member].toLowerCase());
}
