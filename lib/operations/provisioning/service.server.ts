import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { provisionRetention } from "@/lib/farm/retention/service.server";
import { requestSync } from "@/lib/history/sync/service.server";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { provisionBackups } from "@/lib/operations/backup/service.server";
import type { Provisioning } from "./contract";
import { faultsIn } from "./faults";
import { applyApiToken, applyNoticeRule, applyScreen, applyTeamRule, applyUser } from "./people.server";
import { readProvisioning } from "./read-file.server";
import { clearMarks, lockProvisioning } from "./store.server";
import { applyTenancy, BY_FILE } from "./tenancies.server";

/**
 * Applies provisioning files (docs/spec/http-contract.md "Provisioning file"). Values in them win and are locked in the
 * pages, omitted ones stay, and nothing is deleted. All or nothing; a second run changes nothing. A changed tenancy is
 * fetched soon.
 * @param paths of the JSON files; the later one wins where two set the same value
 * @throws AppError `bad-request` with the path of the fault and without the value of a secret
 */
export async function applyProvisioning(...paths: string[]): Promise<void> {
  const files = await Promise.all(paths.map(readProvisioning));
  const changed = await transaction(async (tx) => {
    await lockProvisioning(tx);
    await clearMarks(tx);
    const ids: number[] = [];
    for (const [n, file] of files.entries()) ids.push(...(await applyNamed(tx, file, paths[n] ?? "")));
    const retention = await provisionRetention(tx, Object.assign({}, ...files.map((file) => file.retention)));
    await note(tx, "retention.provisioned", "Retention", retention);
    const backups = await provisionBackups(tx, Object.assign({}, ...files.map((file) => file.backups)));
    await note(tx, "backup.provisioned", "Backup", backups);
    return ids;
  });
  for (const tenancyId of changed) await requestSync(tenancyId);
}

/**
 * Reads a provisioning file with its secrets and changes nothing.
 * @throws AppError `bad-request` with the path of the fault and without the value of a secret
 */
export async function checkProvisioning(path: string): Promise<void> {
  await readProvisioning(path);
}

/** Unlocks what an earlier provisioning file set, for a start without one. */
export async function releaseProvisioning(): Promise<void> {
  await transaction(async (tx) => {
    await lockProvisioning(tx);
    await clearMarks(tx);
    await provisionRetention(tx, {});
    await provisionBackups(tx, {});
  });
}

/** Applies a file; faults that only the database shows name the file too. */
async function applyNamed(tx: Transaction, file: Provisioning, path: string): Promise<number[]> {
  try {
    return await applyAll(tx, file);
  } catch (error) {
    throw error instanceof AppError && error.parameter !== undefined ? faultsIn(path, [error]) : error;
  }
}

/** @returns the ids of changed tenancies */
async function applyAll(tx: Transaction, file: Provisioning): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, tenancy] of file.tenancies.entries()) {
    const { id, changed } = await applyTenancy(tx, tenancy, index);
    await note(tx, "tenancy.provisioned", tenancy.name, changed);
    if (changed.length > 0) ids.push(id);
  }
  for (const [index, user] of file.users.entries())
    await note(tx, "user.provisioned", user.email, await applyUser(tx, user, index));
  for (const [index, token] of file.apiTokens.entries())
    await note(tx, "token.provisioned", token.name, await applyApiToken(tx, token, index));
  for (const [index, screen] of file.screens.entries())
    await note(tx, "screen.provisioned", screen.name, await applyScreen(tx, screen, index));
  for (const [index, rule] of file.noticeRules.entries())
    await note(
      tx,
      "notices.rule-provisioned",
      `${rule.name}, ${rule.email}`,
      await applyNoticeRule(tx, rule, index),
    );
  for (const [index, rule] of file.teamRules.entries())
    await note(tx, "notices.team-rule-provisioned", rule.name, await applyTeamRule(tx, rule, index));
  return ids;
}

async function note(tx: Transaction, action: string, target: string, changed: string[]): Promise<void> {
  if (changed.length === 0) return;
  await recordAudit(tx, { name: BY_FILE }, { action, target, detail: { changed: changed.join(", ") } });
}
