"use client";
import { Link } from "@/components/ui/link";
import { formatCode } from "@/lib/display/screens/code";
import { QrCode } from "./qr-code";
import { type Pairing as State, usePairing } from "./use-pairing";

const WORDS = "text-(length:--wall-2) leading-[1.25]";

/**
 * How a browser becomes a screen: a code to enter and a picture to scan, until an admin has approved it. Sized like
 * the wall, so that it is read from across the hall.
 */
export function Pairing({ refused, preview }: { refused: boolean; preview: boolean }) {
  const pairing = usePairing();
  const { code } = pairing;
  return (
    <main className="flex min-h-dvh flex-col gap-[3vmin] p-[4.4vmin]">
      <h1 className="text-(length:--wall-1) leading-[1.05] font-strong">Pair this screen</h1>
      {refused && (
        <p className={WORDS}>The token in the address is wrong or was revoked. Pair the screen instead.</p>
      )}
      {code && (
        <div className="flex flex-1 items-center gap-[6vmin] portrait:flex-col portrait:items-start portrait:justify-center">
          <div className="min-w-0 flex-1 portrait:flex-none">
            <p className={`${WORDS} text-balance text-ink-2`}>As an admin, scan this with a phone, or open</p>
            <p className={`${WORDS} font-medium break-all`}>{withoutProtocol(code.address)}</p>
            <p className={`${WORDS} mt-[2.4vmin] text-ink-2`}>and enter the code</p>
            <p className="mt-[2vmin] text-[17vmin] leading-none font-strong whitespace-nowrap portrait:text-[14.5vmin]">
              {formatCode(code.code)}
            </p>
          </div>
          <QrCode
            qr={code.qr}
            label={`QR code of ${code.address} with the code`}
            className="size-[56vmin] shrink-0 rounded-[1.1vmin] portrait:size-[72vmin]"
          />
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-[4vmin] gap-y-[1.4vmin]">
        <p role="status" className={`${WORDS} text-ink-2`}>
          {stateWords(pairing)}
        </p>
        {preview && (
          <Link href="/wall/alerts?preview" className="text-(length:--wall-3) text-accent">
            Preview boards here
          </Link>
        )}
      </div>
    </main>
  );
}

const withoutProtocol = (address: string) => address.replace(/^https?:\/\//, "");

function stateWords({ code, minutes, trouble }: State): string {
  if (trouble) return `${TROUBLE[trouble.cause]} Next try in ${trouble.seconds} s`;
  if (!code) return "Asking for a code";
  return `Waiting. The code is good for ${minutes} min`;
}

const TROUBLE = {
  lost: "Leafwatch does not answer.",
  "too-many": "Too many codes were asked for.",
  "no-cookie":
    "This browser keeps no cookie of ours: allow cookies, or open Leafwatch by the address that people use.",
};
