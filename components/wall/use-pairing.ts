"use client";
import { useEffect, useState } from "react";
import type { PairingState, Waiting } from "@/lib/display/screens/contract";

const ADDRESS = "/api/wall/pairing";
/** An approval shows within two seconds, the new page included. */
const ASK_EVERY_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

type Code = Extract<Waiting, { state: "waiting" }>;
export type Pairing = {
  code: Code | null;
  /** Minutes for which the code is still good. */
  minutes: number;
  /** What keeps us from going on, and in how many seconds it is tried again. */
  trouble: { cause: "lost" | "no-cookie" | "too-many"; seconds: number } | null;
};

class Trouble extends Error {
  constructor(readonly kind: "lost" | "no-cookie" | "too-many") {
    super(kind);
  }
}

/** Shows a code, a new one when it has run out, and opens the wall as soon as an admin has approved it. */
export function usePairing(): Pairing {
  const [pairing, setPairing] = useState<Pairing>({ code: null, minutes: 0, trouble: null });
  useEffect(() => {
    const stop = new AbortController();
    void wait(stop.signal, setPairing);
    return () => stop.abort();
  }, []);
  return pairing;
}

async function wait(signal: AbortSignal, show: (pairing: Pairing) => void): Promise<void> {
  let code: Code | null = null;
  let goodUntil = 0;
  let failures = 0;
  await pause(0);
  while (!signal.aborted) {
    let trouble: Pairing["trouble"] = null;
    try {
      const state = code ? await stateNow(signal) : "expired";
      if (state === "paired" || state === "revoked") return window.location.replace("/wall");
      if (state === "unknown" && code) throw new Trouble("no-cookie");
      if (state !== "waiting") {
        const begun = await begin(signal);
        if (begun.state !== "waiting") return window.location.replace("/wall");
        code = begun;
        goodUntil = performance.now() + begun.goodFor * 1_000;
      }
      // Only an answer about the code proves that the browser kept its cookie.
      if (state === "waiting") failures = 0;
    } catch (error) {
      failures += 1;
      const cause = error instanceof Trouble ? error.kind : "lost";
      if (cause === "no-cookie") code = null;
      trouble = { cause, seconds: waitAfter(failures) / 1_000 };
    }
    if (signal.aborted) return;
    const minutes = Math.max(0, Math.ceil((goodUntil - performance.now()) / 60_000));
    show({ code, minutes, trouble });
    await pause(trouble ? waitAfter(failures) : ASK_EVERY_MS);
  }
}

const waitAfter = (failures: number) => Math.min(2_000 * 2 ** (failures - 1), LONGEST_WAIT_MS);
const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));

async function stateNow(signal: AbortSignal): Promise<PairingState> {
  return (await read<{ state: PairingState }>("GET", signal)).state;
}

const begin = (signal: AbortSignal) => read<Waiting>("POST", signal);

async function read<T>(method: "GET" | "POST", signal: AbortSignal): Promise<T> {
  const answer = await fetch(ADDRESS, { method, signal, cache: "no-store" });
  if (answer.status === 429) throw new Trouble("too-many");
  if (!answer.ok) throw new Trouble("lost");
  return (await answer.json()) as T;
}
