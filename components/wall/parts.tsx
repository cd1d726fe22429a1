"use client";
import { createContext, memo, type ReactNode, useContext } from "react";
import { Icon, type IconName } from "@/components/ui/icon";
import { SEVERITY_LEVELS, SeverityIcon, type SeverityLevel } from "@/components/ui/severity";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { clockTime, isRepeated } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { WallArea } from "@/lib/display/wall/contract";
import { joinNames } from "@/lib/display/wall/look";
import { trendOf } from "@/lib/farm/areas/order";
import { fitNames, fitText, innerWidth, type Room, widthOf } from "./measure";
import type { View } from "./runtime/model";
import { bannerWords, notificationsVariants, readingsVariants } from "./words";

export const RoomContext = createContext<Room>({ width: 177.8, height: 100, portrait: false });

/** The size of the screen that the boards are drawn for. */
export const useRoom = () => useContext(RoomContext);

/** An icon as tall as the text beside it. */
export function WallIcon({ name }: { name: IconName }) {
  return <Icon name={name} className="wall-icon" />;
}

export function LevelIcon({ level, inherit = false }: { level: SeverityLevel; inherit?: boolean }) {
  return <SeverityIcon level={level} inherit={inherit} className="wall-icon" />;
}

/** The severities that a wall counts, the worst first. */
export const SHOWN_LEVELS = SEVERITY_LEVELS.filter((level) => level !== "plain");

/** The open alerts of the tenancy by severity; a zero is pale. */
function Counts({ counts }: { counts: SeverityCounts }) {
  const { formatCount } = useWords();
  return (
    <span className="wall-counts wall-title">
      {SHOWN_LEVELS.map((level) => (
        <span key={level} data-none={counts[level] === 0 || undefined}>
          <LevelIcon level={level} inherit={counts[level] === 0} />
          {formatCount(counts[level])}
        </span>
      ))}
    </span>
  );
}

/** The site time by the server's clock; in the hour that a clock change repeats, it says which of the two. */
export function Clock({ now, zone }: { now: Date | null; zone: string }) {
  const words = useWords();
  if (!now) return <span className="wall-title wall-clock">--:--</span>;
  const time = <span className="wall-title wall-clock">{clockTime(now, zone)}</span>;
  return isRepeated(now, zone) ? (
    <span className="wall-extra">{rich(words, "time.repeated", { time })}</span>
  ) : (
    time
  );
}

const COUNTS_GAP = 2.6;
const ICON = 7.2;

const widthOfCounts = ({ formatCount }: Words, counts: SeverityCounts) =>
  SHOWN_LEVELS.reduce(
    (sum, level) => sum + ICON + widthOf(formatCount(counts[level]), "title") + COUNTS_GAP,
    0,
  );

/** The place, the tenancy, the number of open alerts and the time. */
export function Header({ names, view }: { names: readonly string[]; view: View }) {
  const words = useWords();
  const room = useRoom();
  const { snapshot, now } = view;
  const zone = snapshot.timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? snapshot.timeZone;
  const clock = widthOf(words.timeOfDay(now, snapshot.timeZone), "title") + 3.2;
  const counted = innerWidth(room) - widthOfCounts(words, snapshot.counts) - 6;
  const zoneWidth = widthOf(zone, "extra");
  const nameWidth = Math.max(zoneWidth, widthOf(snapshot.name, "extra"));
  // The tenancy's name gives way first, and is never cut.
  const beside = room.portrait ? 0 : clock + widthOf(joinNames(names), "title");
  const isNamed = !names.includes(snapshot.name) && nameWidth <= counted - beside;
  const extra = isNamed ? nameWidth : zoneWidth;
  const title = fitNames(
    words,
    names,
    room.portrait ? innerWidth(room) - clock : counted - clock - extra,
    "title",
  );
  const tenancy = (
    <span className="wall-extra wall-soft wall-stack">
      {isNamed && <span>{snapshot.name}</span>}
      <span>{zone}</span>
    </span>
  );
  const counts = <Counts counts={snapshot.counts} />;
  const time = <Clock now={now} zone={snapshot.timeZone} />;
  if (!room.portrait)
    return (
      <header className="wall-header">
        <h1 className="wall-title wall-grow">{title}</h1>
        {tenancy}
        {counts}
        {time}
      </header>
    );
  return (
    <header>
      <div className="wall-header">
        <h1 className="wall-title wall-grow">{title}</h1>
        {time}
      </div>
      <div className="wall-header">
        <span className="wall-grow">{counts}</span>
        {tenancy}
      </div>
    </header>
  );
}

/** Two icons with their spacing, in vmin. */
const SOURCES = 18;

/** The marker of the light sum. */
export function LightBar() {
  return <span className="wall-bar" />;
}

/** The age of both sources, and the page number or the like at the end. */
export function Footer({
  view,
  end,
  hasLight = false,
  clock = false,
}: {
  view: View;
  end: string;
  /** True if tiles show yesterday's light, so that the footer shows its unit. */
  hasLight?: boolean;
  /** True to show the time, on a page without a header. */
  clock?: boolean;
}) {
  const words = useWords();
  const room = useRoom();
  const { snapshot, sources, now } = view;
  const zone = snapshot.timeZone;
  const { notifications, readings } = sources;
  const time = clock ? words.timeOfDay(now, zone) : "";
  const lightUnit = words.t("wall.state.lightUnit");
  const ends = widthOf([end, time].filter(Boolean).join("  "), "text");
  const key = widthOf(lightUnit, "extra") + 5;
  const lines = [
    notificationsVariants(words, sources, zone, now),
    readingsVariants(words, sources, zone, now),
  ] as const;
  const whole = innerWidth(room);
  const pair = room.portrait ? null : pairIn(lines, whole - ends - SOURCES - (hasLight ? key : 0));
  const hasKey = hasLight && (room.portrait || pair !== null);
  const [notificationsText, readingsText] = room.portrait
    ? [fitText(lines[0], whole - 7, "text"), fitText(lines[1], whole - 9 - ends - (hasKey ? key : 0), "text")]
    : (pair ?? pairIn(lines, whole - ends - SOURCES) ?? halves(lines, (whole - ends - SOURCES) / 2));
  return (
    <footer className="wall-footer wall-text" data-stacked={room.portrait || undefined}>
      <Source icon="notifications" state={notifications.state}>
        {notificationsText}
      </Source>
      <Source icon="readings" state={readings.state}>
        {readingsText}
      </Source>
      <span className="wall-end wall-word">
        {hasKey && (
          <span className="wall-extra wall-key">
            <LightBar />
            {lightUnit}
          </span>
        )}
        {end}
        {clock && <span className="wall-time">{time}</span>}
      </span>
    </footer>
  );
}

/** The longest pair of variants that fits on one line. */
function pairIn([left, right]: Lines, room: number): [string, string] | null {
  const pairs = left.flatMap((one) => right.map((other): [string, string] => [one, other]));
  const width = (texts: readonly string[]) => texts.reduce((sum, text) => sum + widthOf(text, "text"), 0);
  return (
    pairs.filter((pair) => width(pair) <= room).sort((one, other) => width(other) - width(one))[0] ?? null
  );
}

const halves = ([left, right]: Lines, room: number): [string, string] => [
  fitText(left, room, "text"),
  fitText(right, room, "text"),
];

type Lines = readonly [string[], string[]];

function Source({ icon, state, children }: { icon: IconName; state: string; children: ReactNode }) {
  const isSure = state === "fresh";
  return (
    <span className="wall-source" data-doubt={!isSure || undefined}>
      <WallIcon name={isSure ? icon : "clock"} />
      {children}
    </span>
  );
}

/** Health with its trend since the day before. */
export function HealthNow({ health }: { health: NonNullable<WallArea["health"]> }) {
  const { formatValue } = useWords();
  const trend = trendOf(health);
  return (
    <>
      {formatValue(health.value)}
      {trend && <Icon name={trend.to} className="wall-icon wall-trend" />}
    </>
  );
}

/** Warns at the top that a source cannot be trusted and since when, on two lines if one is too short for the text. */
export function Banner({ view }: { view: View }) {
  const words = useWords();
  const room = useRoom();
  const { snapshot, sources, now } = view;
  const banner = bannerWords(words, sources, snapshot.timeZone, now);
  if (!banner) return null;
  const whole = innerWidth(room) - 9;
  const longest = widthOf(banner.variants[0] ?? "", "title");
  const isLong = longest <= whole;
  const hasAge = isLong && banner.age !== null && longest + widthOf(banner.age, "text") + 3 < whole;
  return (
    <div className="wall-banner" data-lines={isLong ? 1 : 2}>
      <span className="wall-title wall-word">
        <WallIcon name="clock" />
        {fitText(banner.variants, whole, "title")}
      </span>
      {hasAge && <span className="wall-text wall-end">{banner.age}</span>}
      {!isLong && <span className="wall-text wall-below">{fitText([banner.below], whole, "text")}</span>}
    </div>
  );
}

/** The quiet zone around a code, in modules. */
const QUIET = 4;

/** A QR code that opens an address on a phone: dark on light, with its quiet zone, on any background. */
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

/** The dark modules of each row joined into runs. */
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
