import "server-only";
import { recordAudit } from "@/lib/audit/service.server";
import { type Transaction, transaction } from "@/lib/db/transaction.server";
import type { Provisioning } from "./contract";
import { applyApiToken, applyScreen, applyUser } from "./people.server";
import { readProvisioning } from "./read-file.server";
import { clearMarks, lockProvisioning } from "./store.server";
import { applyTenancy, BY_FILE } from "./tenancies.server";

/**
 * Applies the provisioning file (contract.md, "Provisioning file"): what it names wins and is locked in the
 * pages, what it leaves out stays as it is, nothing is deleted. All or nothing; a second run changes nothing.
 * @param path of the JSON file
 * @throws AppError `bad-request` with the path of the fault and without the value of a secret
 */
export async function applyProvisioning(path: string): Promise<void> {
  const file = await readProvisioning(path);
  await transaction((tx) => applyAll(tx, file));
}

/** A start without a provisioning file: what an earlier one locked can be changed in the pages again. */
export async function releaseProvisioning(): Promise<void> {
  await transaction(async (tx) => {
    await lockProvisioning(tx);
    await clearMarks(tx);
  });
}

async function applyAll(tx: Transaction, file: Provisioning): Promise<void> {
  await lockProvisioning(tx);
  await clearMarks(tx);
  for (const [index, tenancy] of file.tenancies.entries()) {
    const { changed } = await applyTenancy(tx, tenancy, index);
    await note(tx, "tenancy.provisioned", tenancy.name, changed);
  }
  for (const user of file.users) await note(tx, "user.provisioned", user.email, await applyUser(tx, user));
  for (const [index, token] of file.apiTokens.entries())
    await note(tx, "token.provisioned", token.name, await applyApiToken(tx, token, index));
  for (const [index, screen] of file.screens.entries())
    await note(tx, "screen.provisioned", screen.name, await applyScreen(tx, screen, index));
}

async function note(tx: Transaction, action: string, target: string, changed: string[]): Promise<void> {
  if (changed.length === 0) return;
  await recordAudit(tx, { name: BY_FILE }, { action, target, detail: { changed: changed.join(", ") } });
}
