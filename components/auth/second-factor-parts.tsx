"use client";
import type { ReactNode } from "react";
import { useWords } from "@/components/words/words";
import type { NewSecondFactor } from "@/lib/identity/users/contract";

/** The key for an authenticator app, as a QR code and as text. */
export function KeyOfApp({ made: { key, qr }, children }: { made: NewSecondFactor; children?: ReactNode }) {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <svg
        role="img"
        aria-label={t("auth.required.keyPicture")}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-44 shrink-0 rounded-2 border border-line"
      >
        <path fill="white" d={`M0 0h${qr.size}v${qr.size}H0z`} />
        <path fill="black" d={qr.path} />
      </svg>
      <div className="min-w-0 flex-1 basis-48">
        <p className="mb-1.5 text-sm font-medium">{t("auth.required.key")}</p>
        <code className="block font-mono text-sm break-all select-all">
          {key.match(/.{4}/g)?.join(" ") ?? key}
        </code>
        {children}
      </div>
    </div>
  );
}

/** Recovery codes. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-1.5 rounded-2 border border-line bg-sunken px-3 py-2.5 font-mono text-sm select-all sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}
