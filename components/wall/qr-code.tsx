import type { QrFacts } from "@/lib/base/core/qr";

/** A QR code: dark on light also on a dark wall, because phones read no other. */
export function QrCode({ qr, label, className }: { qr: QrFacts; label: string; className?: string }) {
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
