import type { ReactElement } from "react";

const ringed = (path: string) => (
  <>
    <circle cx="12" cy="12" r="9.2" />
    <path d={path} />
  </>
);

/** Line icons on a grid of 24 by 24: the data of a path, or several elements. */
const SHAPES = {
  again: "M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 4v4.5h-4.5",
  areas: "M4 4h6v5H4zM14 9.5h6v5h-6zM14 17h6v4h-6zM7 9v10.5h7M7 12h7",
  attention: ringed("M12 7v6M12 16.6h.01"),
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.8 1.8H4.2zM10 21h4",
  blind:
    "M3 3l18 18M10 5.3A10.6 10.6 0 0 1 12 5c5.6 0 9 5 9.8 7a14 14 0 0 1-2.7 3.9M6.4 6.7A14 14 0 0 0 2.2 12c.8 2 4.2 7 9.8 7a10 10 0 0 0 5-1.4M9.9 10a3 3 0 0 0 4.1 4.1",
  box: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  calendar: "M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4",
  check: "m5 12.6 4.6 4.6L19.2 7.4",
  "chevron-down": "m5 9 7 7 7-7",
  "chevron-left": "m15 5-7 7 7 7",
  "chevron-right": "m9 5 7 7-7 7",
  clock: ringed("M12 6.8V12l3.4 2.2"),
  close: "m6 6 12 12M18 6 6 18",
  compare: "M4 20V4M4 20h16M7.5 15c3-1 4-7 11-8M7.5 17.5c4 0 6-3.5 11-4.5",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15",
  failed: ringed("m8.8 8.8 6.4 6.4M15.2 8.8l-6.4 6.4"),
  falls: "M6 6l11.5 11.5M17.8 9v9h-9",
  filter: "M4 6h16M7 12h10M10 18h4",
  flat: "M4 12h15M14 7l5 5-5 5",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  leaf: "M5 19C4 10 9 4.5 20 4c0 11-5.5 16-13 14.5M5 20.5c1.5-5 4.5-8 8.5-10",
  lock: "M5.5 10.5h13V20h-13zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5",
  minus: "M5 12h14",
  more: (
    <>
      <circle fill="currentColor" cx="5" cy="12" r="1.2" />
      <circle fill="currentColor" cx="12" cy="12" r="1.2" />
      <circle fill="currentColor" cx="19" cy="12" r="1.2" />
    </>
  ),
  note: "M5 4h14v11l-5 5H5zM14 20v-5h5M8.5 9h7M8.5 13h4",
  notifications: (
    <>
      <path d="M12 20v-8M8.5 15.5a5 5 0 1 1 7 0M5.5 18.5a9.2 9.2 0 1 1 13 0" />
      <circle fill="currentColor" cx="12" cy="12" r="1" />
    </>
  ),
  now: "M3 12.5h4l2.6-7 4.6 13 2.7-6H21",
  ok: ringed("m8 12.4 2.8 2.8 5.3-5.6"),
  pencil: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19z",
  pin: (
    <>
      <path d="M12 21.5c4-4.5 6.5-8 6.5-11.3a6.5 6.5 0 0 0-13 0c0 3.3 2.5 6.8 6.5 11.3z" />
      <circle cx="12" cy="10" r="2.3" />
    </>
  ),
  plus: "M12 5v14M5 12h14",
  print: "M7 8.5V3.5h10v5M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z",
  queries:
    "M4 6c0-1.4 3.6-2.5 8-2.5s8 1.1 8 2.5-3.6 2.5-8 2.5S4 7.4 4 6zM4 6v12c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5V6M4 12c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5",
  readings: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 7.5V12l3 2",
  rises: "M6 18 17.5 6.5M17.8 15V6h-9",
  screen: "M3.5 5h17v11h-17zM9 20h6M12 16v4",
  search: (
    <>
      <circle cx="10.8" cy="10.8" r="6.8" />
      <path d="m16 16 4.6 4.6" />
    </>
  ),
  "sign-out": "M10 4H4.5v16H10M9 12h11M16 8l4 4-4 4",
  silent:
    "M12 2.8a9.2 9.2 0 0 1 5 1.5M20 7.4a9.2 9.2 0 0 1 1.2 4.9M20.2 16.4a9.2 9.2 0 0 1-3.3 3.3M12.6 21.2a9.2 9.2 0 0 1-5-1.2M4.2 17a9.2 9.2 0 0 1-1.4-4.6M3.7 8a9.2 9.2 0 0 1 3.2-3.6M8 12h8",
  sliders: (
    <>
      <path d="M4 8h9M17 8h3M4 16h3M11 16h9" />
      <circle cx="15" cy="8" r="2" />
      <circle cx="9" cy="16" r="2" />
    </>
  ),
  star: "m12 3.2 2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8z",
  table: "M4 5h16v14H4zM4 10h16M10 10v9",
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
  waiting: <circle cx="12" cy="12" r="9.2" strokeDasharray="3 4.2" />,
} satisfies Record<string, string | ReactElement>;

export type IconName = keyof typeof SHAPES;

/** A line icon in the colour of the text around it. Decoration: a word beside it, or an `sr-only` one, names it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  const shape = SHAPES[name];
  return (
    <svg
      viewBox="0 0 24 24"
      // The usual size, for a page whose styles did not load.
      width={16}
      height={16}
      className={className ?? "size-4 shrink-0"}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {typeof shape === "string" ? <path d={shape} /> : shape}
    </svg>
  );
}
