import "server-only";
import { transaction } from "@/lib/base/db/transaction.server";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { readTotpKey, takeRecoveryCode, takeTotpStep } from "./second-factor-store.server";
import { hashToken } from "./tokens.server";
import { readRecoveryCode, totpStep } from "./totp.server";

/**
 * Takes a code of a person's app, or one of their recovery codes; each once.
 * @param address whom it comes from, for the audit
 * @returns whether it was right
 * @throws AppError `unavailable` when the person's key cannot be opened
 */
export async function takeCode(
  person: { id: number; name: string; email: string },
  text: string,
  address: string,
): Promise<boolean> {
  const recovery = readRecoveryCode(text);
  if (recovery) return takeRecovery(person, hashToken(recovery), address);
  const key = await readTotpKey(person.id);
  const step = key === null ? null : totpStep(key, text.replaceAll(/[\s\p{Pd}]/gu, ""), new Date());
  return step !== null && takeTotpStep(person.id, step);
}

function takeRecovery(
  { id, name, email }: { id: number; name: string; email: string },
  codeHash: string,
  address: string,
): Promise<boolean> {
  return transaction(async (tx) => {
    const taken = await takeRecoveryCode(tx, id, codeHash);
    const person = { kind: "user", id, name, address } as const;
    if (taken) await recordAudit(tx, person, { action: "user.recovery-code-used", target: email });
    return taken;
  });
}
