"use client";
import { useEffect, useState } from "react";
import { Link } from "@/components/ui/link";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { QrFacts } from "@/lib/base/core/qr";
import { MINUTE_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { PairingState, Waiting } from "@/lib/display/screens/contract";
import { formatCode } from "@/lib/display/screens/pairing";

const ADDRESS = "/api/wall/pairing";
/** An approval shows within two seconds, including the load of the page. */
const POLL_EVERY_MS = 1_000;
const MAX_WAIT_MS = 30_000;

const WORDS = "text-(length:--wall-2) leading-[1.25]";

/**
 * Turns a browser into a screen: shows a code to enter and a QR code to scan until an admin approves it. Sized like a
 * wall, to be read across a hall.
 */
export function Pairing({ refused, preview }: { refused: boolean; preview: boolean }) {
  const words = useWords();
  const { t } = words;
  const pairing = usePairing();
  const { code } = pairing;
  return (
    <main className="flex min-h-dvh flex-col gap-[3vmin] p-[4.4vmin]">
      <h1 className="text-(length:--wall-1) leading-[1.05] font-strong">{t("wall.pairing.title")}</h1>
      {refused && <p className={WORDS}>{t("wall.pairing.refused")}</p>}
      {code && (
        <div className="flex flex-1 items-center gap-[6vmin] portrait:flex-col portrait:items-start portrait:justify-center">
          <div className="min-w-0 flex-1 portrait:flex-none">
            {rich(words, "wall.pairing.how", {
              address: <p className={`${WORDS} font-medium break-all`}>{withoutProtocol(code.address)}</p>,
              open: <p className={`${WORDS} text-balance text-ink-2`} />,
              enter: <p className={`${WORDS} mt-[2.4vmin] text-ink-2`} />,
            })}
            <p className="mt-[2vmin] text-[17vmin] leading-none font-strong whitespace-nowrap portrait:text-[14.5vmin]">
              {formatCode(code.code)}
            </p>
          </div>
          <QrCode
            qr={code.qr}
            label={t("wall.pairing.qr", { address: code.address })}
            className="size-[56vmin] shrink-0 rounded-[1.1vmin] portrait:size-[72vmin]"
          />
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-[4vmin] gap-y-[1.4vmin]">
        <p role="status" className={`${WORDS} text-ink-2`}>
          {stateWords(words, pairing)}
        </p>
        {preview && (
          <Link href="/wall/alerts?preview" className="text-(length:--wall-3) text-accent">
            {t("wall.pairing.preview")}
          </Link>
        )}
      </div>
    </main>
  );
}

const withoutProtocol = (address: string) => address.replace(/^https?:\/\//, "");

function stateWords({ t }: Words, { code, minutes, trouble }: State): string {
  if (trouble) return t("wall.pairing.trouble", { cause: CAUSES[trouble.cause], seconds: trouble.seconds });
  return code ? t("wall.pairing.waiting", { minutes }) : t("wall.pairing.requesting");
}

// The last choice of a message is always called "other".
const CAUSES = { lost: "lost", "too-many": "tooMany", "no-cookie": "other" } as const;

type Code = Extract<Waiting, { state: "waiting" }>;
type State = {
  code: Code | null;
  /** Minutes until the code expires. */
  minutes: number;
  /** The cause of the last failure, and the seconds until the next try. */
  trouble: { cause: "lost" | "no-cookie" | "too-many"; seconds: number } | null;
};

class Trouble extends Error {
  constructor(readonly kind: "lost" | "no-cookie" | "too-many") {
    super(kind);
  }
}

/** Gets a code, renews it when it expires, and opens the wall once an admin has approved it. */
function usePairing(): State {
  const [pairing, setPairing] = useState<State>({ code: null, minutes: 0, trouble: null });
  useEffect(() => {
    const stop = new AbortController();
    void waitForApproval(stop.signal, setPairing);
    return () => stop.abort();
  }, []);
  return pairing;
}

async function waitForApproval(signal: AbortSignal, show: (pairing: State) => void): Promise<void> {
  let code: Code | null = null;
  let expiresAt = 0;
  let failures = 0;
  await pause(0);
  while (!signal.aborted) {
    let trouble: State["trouble"] = null;
    try {
      const state = code ? await readState(signal) : "expired";
      if (state === "paired" || state === "revoked") return window.location.replace("/wall");
      if (state === "unknown" && code) throw new Trouble("no-cookie");
      if (state !== "waiting") {
        const begun = await begin(signal);
        if (begun.state !== "waiting") return window.location.replace("/wall");
        code = begun;
        expiresAt = performance.now() + begun.goodFor * 1_000;
      }
      // Only an answer about this code proves that the browser kept our cookie.
      if (state === "waiting") failures = 0;
    } catch (error) {
      failures += 1;
      const cause = error instanceof Trouble ? error.kind : "lost";
      if (cause === "no-cookie") code = null;
      trouble = { cause, seconds: retryWait(failures) / 1_000 };
    }
    if (signal.aborted) return;
    const minutes = Math.max(0, Math.ceil((expiresAt - performance.now()) / MINUTE_MS));
    show({ code, minutes, trouble });
    await pause(trouble ? retryWait(failures) : POLL_EVERY_MS);
  }
}

const retryWait = (failures: number) => Math.min(2_000 * 2 ** (failures - 1), MAX_WAIT_MS);
const pause = (length: number) => new Promise((resolve) => setTimeout(resolve, length));

async function readState(signal: AbortSignal): Promise<PairingState> {
  return (await read<{ state: PairingState }>("GET", signal)).state;
}

const begin = (signal: AbortSignal) => read<Waiting>("POST", signal);

async function read<T>(method: "GET" | "POST", signal: AbortSignal): Promise<T> {
  const answer = await fetch(ADDRESS, { method, signal, cache: "no-store" });
  if (answer.status === 429) throw new Trouble("too-many");
  if (!answer.ok) throw new Trouble("lost");
  return (await answer.json()) as T;
}

/** A QR code, dark on light even on a dark wall, since phones cannot read an inverted one. */
function QrCode({ qr, label, className }: { qr: QrFacts; label: string; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="var(--text-1)" d={`M0 0h${qr.size}v${qr.size}H0z`} />
      <path fill="var(--page)" d={qr.path} />
    </svg>
  );
}
