import "server-only";
import { randomInt } from "node:crypto";
import type { z } from "zod";
import { networkOf } from "@/lib/base/core/addresses";
import { ConcurrencyLimit } from "@/lib/base/core/concurrency-limit";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { qrOf } from "@/lib/base/core/qr.server";
import { MINUTE_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { hasRate, holdBack, type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import { fingerprint } from "@/lib/base/secrets/seal.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { screenOfToken } from "@/lib/identity/auth/guard.server";
import { hashToken, newToken } from "@/lib/identity/auth/tokens.server";
import type { PairingState, pairScreenSchema, Waiting } from "./contract";
import { CODE_ALPHABET, CODE_LENGTH, isCode, publicAddress, readCode } from "./pairing";
import { addScreen, rowOf } from "./service.server";
import {
  consumePairing,
  dropOldPairings,
  findPairingOfCode,
  findPairingOfSecret,
  savePairing,
} from "./store.server";

const CODE_TTL_MS = 10 * MINUTE_MS;
/** Maximum number of waiting browsers; the oldest are dropped, so that a flood cannot keep a new screen out. */
const MAX_WAITING = 200;
/** Limit per network, so that one network alone cannot push a code out before somebody has typed it. */
const CODES: Rate = { name: "codes", limit: 60, windowMs: CODE_TTL_MS };
const POLLS: Rate = { name: "polls", limit: 120, windowMs: 60_000 };
const WRONG_CODES: Rate = { name: "wrong codes", limit: 10, windowMs: CODE_TTL_MS };

/** A browser that requests pairing: the token of its cookie, its address, and the Host header of its request. */
export type Browser = { token: string | undefined; peer: string; host: string | null };

/**
 * Gives a browser a code to show, valid for ten minutes, and a secret to keep. When an admin approves the code, that
 * secret becomes the screen's token: nothing more has to be sent, and nobody else has seen it. A browser whose token
 * was revoked gets a code only if somebody at the screen requests it (`again`), and then a new secret.
 * @returns the code to show, and the token for the cookie; null to keep the present one
 * @throws AppError `too-many-requests`
 */
export async function beginPairing(
  browser: Browser,
  again: boolean,
): Promise<{ waiting: Waiting; token: string | null }> {
  const known = browser.token === undefined ? null : await screenOfToken(browser.token);
  if (known?.state === "active") return { waiting: { state: "paired" }, token: null };
  if (known?.state === "revoked" && !again) return { waiting: { state: "revoked" }, token: null };
  if (!takeRate(CODES, networkOf(browser.peer))) {
    await holdBack();
    throw new AppError("too-many-requests", "Too many codes were asked for. Wait ten minutes.");
  }
  // Encoding a QR code is slow: one at a time, so that other requests run in between.
  held.pairingLimit ??= new ConcurrencyLimit(1);
  return held.pairingLimit.run(() => showCode(browser));
}

const held = processSingleton<{ pairingLimit: ConcurrencyLimit }>();

async function showCode(browser: Browser): Promise<{ waiting: Waiting; token: string | null }> {
  const waits = browser.token !== undefined && (await findPairingOfSecret(hashToken(browser.token)));
  const token = waits && browser.token ? browser.token : newToken();
  const code = await saveNewCode(hashToken(token));
  const address = `${publicAddress(env().LEAFWATCH_URL, browser.host)}/admin/screens`;
  const qr = qrOf(`${address}?pair=${code}`);
  return { waiting: { state: "waiting", code, qr, address, goodFor: CODE_TTL_MS / 1_000 }, token };
}

async function saveNewCode(secretHash: string): Promise<string> {
  await dropOldPairings(MAX_WAITING - 1);
  for (;;) {
    const code = Array.from(
      { length: CODE_LENGTH },
      () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
    ).join("");
    const pairing = { secretHash, codeHash: hashOf(code), goodForS: CODE_TTL_MS / 1_000 };
    if (await savePairing(pairing)) return code;
  }
}

const hashOf = (code: string) => fingerprint(`pairing code ${code}`);

/** The state of a browser's pairing, which it polls while it waits. @throws AppError `too-many-requests` */
export async function pairingState(token: string | undefined): Promise<PairingState> {
  if (token === undefined) return "unknown";
  const secretHash = hashToken(token);
  if (!takeRate(POLLS, secretHash))
    throw new AppError("too-many-requests", "It was asked too often. Wait a minute.");
  const screen = await screenOfToken(token);
  if (screen.state !== "none") return screen.state === "active" ? "paired" : "revoked";
  const pairing = await findPairingOfSecret(secretHash);
  // Its code expired over an hour ago, or was dropped for newer ones.
  if (!pairing) return "expired";
  return pairing.isOver ? "expired" : "waiting";
}

/**
 * Turns the waiting browser that shows a code into a screen (role admin). After ten wrong codes an admin has to wait.
 * @throws AppError on `code`: `not-found` if no screen shows it, `conflict` if it has expired or was used; `conflict`
 * on `name`; `bad-request` for an unknown tenancy or area; `too-many-requests` after ten wrong codes in ten minutes
 */
export async function pairScreen(actor: Actor, input: z.output<typeof pairScreenSchema>): Promise<void> {
  requireAccess(actor, "admin");
  const { code: typed, ...facts } = input;
  const tries = `${actor.kind} ${actor.id}`;
  if (!hasRate(WRONG_CODES, tries))
    throw new AppError("too-many-requests", "Ten codes were wrong. Wait ten minutes, then try again.", {
      parameter: "code",
    });
  const row = await rowOf(actor, facts);
  const code = readCode(typed);
  await transaction(async (tx) => {
    const pairing = isCode(code) ? await findPairingOfCode(tx, hashOf(code)) : null;
    if (!pairing) {
      takeRate(WRONG_CODES, tries);
      throw new AppError("not-found", "No screen shows this code. Read it again from the screen.", {
        parameter: "code",
      });
    }
    if (pairing.isOver)
      throw new AppError("conflict", "The code has expired. The screen now shows a new one.", {
        parameter: "code",
      });
    if (!(await consumePairing(tx, pairing.id)))
      throw new AppError("conflict", "Somebody has paired this screen already.", { parameter: "code" });
    await addScreen(tx, actor, row, { tokenHash: pairing.secretHash, how: "paired" });
  });
}

/** Returns true if a token belongs to a screen in use, so that the browser may keep it (`/wall?token=…`). */
export async function isScreenToken(token: string): Promise<boolean> {
  return (await screenOfToken(token)).state === "active";
}
