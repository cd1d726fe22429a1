import { memo } from "react";

/** Modules that stay light around a code, as phones want it. */
const QUIET = 4;

/** An address that opens on a phone: dark on light with a quiet edge, whatever is around it. */
export const Qr = memo(function Qr({ qr, size }: { qr: { size: number; bits: string }; size: number }) {
  return (
    <span
      className="wall-qr"
      style={{
        width: `${size}vmin`,
        height: `${size}vmin`,
        padding: `${(QUIET * size) / (qr.size + 2 * QUIET)}vmin`,
      }}
    >
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={modulesPath(qr)} fill="#000000" />
      </svg>
    </span>
  );
});

/** The dark modules as runs along each row. */
function modulesPath({ size, bits }: { size: number; bits: string }): string {
  const bytes = atob(bits);
  const isDark = (at: number) => ((bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1) === 1;
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(y * size + x)) continue;
      const from = x;
      while (x < size && isDark(y * size + x)) x += 1;
      path += `M${from} ${y}h${x - from}v1h${from - x}z`;
    }
  }
  return path;
}
