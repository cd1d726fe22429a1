import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { type Board, boardsSchema, viewOfBoards } from "@/lib/display/screens/boards";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { hashPassword, verifyPassword } from "@/lib/identity/auth/passwords.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import type { Provisioning } from "./contract";
import { type FaultPath, fault } from "./faults";
import {
  addUser,
  findApiToken,
  findScreen,
  findTenancy,
  findTokenHolder,
  findUser,
  listTenancies,
  saveApiToken,
  saveScreen,
  updateUser,
} from "./store.server";
import { BY_FILE } from "./tenancies.server";

type User = Provisioning["users"][number];
type Token = Provisioning["apiTokens"][number];
type Screen = Provisioning["screens"][number];

/**
 * Makes a user as the file says. The password is hashed only when it differs, so that a second start is quick.
 * @returns what changed, for the audit
 */
export async function applyUser(tx: Transaction, user: User, index: number): Promise<string[]> {
  const { email, name, password, role } = user;
  const areas = await areasOf(tx, user, index);
  const known = await findUser(tx, email);
  if (!known) {
    const passwordHash = await hashPassword(password);
    await addUser(tx, { email, name, role, passwordHash, areas });
    return ["email", "password", "role", ...(areas ? ["areas"] : [])];
  }
  const fits = await verifyPassword(known.passwordHash, password);
  const passwordHash = fits ? null : await hashPassword(password);
  await updateUser(tx, known.id, { name, role, passwordHash, areas });
  return [
    ...(name !== undefined && name !== known.name ? ["name"] : []),
    ...(fits ? [] : ["password"]),
    ...(role === known.role ? [] : ["role"]),
    ...(areas === undefined || isDeepStrictEqual(areas, known.areas) ? [] : ["areas"]),
  ];
}

/** The control areas that the file limits a user to, each with its tenancy; undefined where it says nothing. */
async function areasOf(tx: Transaction, user: User, index: number): Promise<AreaLimit[] | null | undefined> {
  const { areas } = user;
  if (!areas) return areas;
  if (user.role === "admin")
    throw fault(["users", index, "areas"], "limits an admin, and admins see everything");
  const tenantIds = (await listTenancies(tx)).map(({ tenantId }) => tenantId);
  return areas.map((area, at) => limitOf(area, tenantIds, ["users", index, "areas", at]));
}

function limitOf(area: string | AreaLimit, tenantIds: readonly string[], path: FaultPath): AreaLimit {
  const [only, another] = tenantIds;
  if (typeof area !== "string") {
    if (tenantIds.includes(area.tenantId)) return area;
    throw fault([...path, "tenantId"], "no tenancy has this tenantId, here or in the database");
  }
  if (only !== undefined && another === undefined) return { tenantId: only, path: area };
  throw fault(path, 'has to say of which tenancy: {"tenantId": "…", "path": "…"}');
}

/**
 * Makes an API token as the file says.
 * @throws AppError `bad-request` when another entry holds the same token
 */
export async function applyApiToken(tx: Transaction, entry: Token, index: number): Promise<string[]> {
  const { name, role } = entry;
  const tokenHash = hashToken(entry.token);
  await refuseHeldToken(tx, tokenHash, { kind: "API token", name }, ["apiTokens", index, "token"]);
  const known = await findApiToken(tx, name);
  await saveApiToken(tx, { name, role, tokenHash, createdBy: BY_FILE });
  return [
    ...(known?.tokenHash === tokenHash ? [] : ["token"]),
    ...(known?.role === role ? [] : ["role"]),
    ...(known?.revokedAt ? ["revoked"] : []),
  ];
}

/**
 * Makes a screen as the file says.
 * @throws AppError `bad-request` when another entry holds the same token, or the tenancy is unknown
 */
export async function applyScreen(tx: Transaction, entry: Screen, index: number): Promise<string[]> {
  const { name, tenantId, place, boards, sound } = entry;
  const view = boards ? viewOfBoards(boards) : entry.view;
  const tokenHash = hashToken(entry.token);
  await refuseHeldToken(tx, tokenHash, { kind: "screen", name }, ["screens", index, "token"]);
  const tenancy = tenantId === undefined ? undefined : await findTenancy(tx, tenantId);
  if (tenancy === null || tenancy?.deletingAt)
    throw fault(["screens", index, "tenantId"], "no tenancy has this tenantId, here or in the database");
  const known = await findScreen(tx, name);
  await saveScreen(tx, {
    ...{ name, view, tokenHash, tenancyId: tenancy?.id, createdBy: BY_FILE },
    ...{ place, boards: boards ?? null, sound },
  });
  return [
    ...(known?.tokenHash === tokenHash ? [] : ["token"]),
    ...(known?.view === view ? [] : ["view"]),
    ...(same(known?.boards ?? null, boards ?? null) ? [] : ["boards"]),
    ...(place === undefined || place === known?.place ? [] : ["place"]),
    ...(sound === undefined || sound === known?.sound ? [] : ["sound"]),
    ...(known?.revokedAt ? ["revoked"] : []),
    ...(tenancy && tenancy.id !== known?.tenancyId ? ["tenancy"] : []),
  ];
}

/** Whether two lists of boards are one; the database keeps the members of each in an order of its own. */
function same(one: unknown, other: readonly Board[] | null): boolean {
  if (one === null || other === null) return one === other;
  return JSON.stringify(boardsSchema.safeParse(one).data) === JSON.stringify(other);
}

async function refuseHeldToken(
  tx: Transaction,
  tokenHash: string,
  self: { kind: string; name: string },
  path: FaultPath,
): Promise<void> {
  const holder = await findTokenHolder(tx, tokenHash);
  if (!holder || (holder.kind === self.kind && holder.name === self.name)) return;
  throw fault(path, `is also the token of the ${holder.kind} ${holder.name}`);
}
