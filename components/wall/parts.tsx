import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/ui/icon";
import { SEVERITY_LEVELS, SeverityIcon, type SeverityLevel } from "@/components/ui/severity";
import { formatValue } from "@/lib/base/core/numbers";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { timeOfDay } from "@/lib/base/core/time";
import type { WallArea, WallSnapshot } from "@/lib/display/wall/contract";
import { trendOf } from "@/lib/farm/areas/order";
import { nameIn, widthOf, wordsIn } from "./measure";
import type { Sources } from "./model";
import { innerWidth, useRoom } from "./room";
import { notificationsWays, readingsWays } from "./words";

/** An icon as tall as the letters beside it. */
export function WallIcon({ name }: { name: IconName }) {
  return <Icon name={name} className="wall-icon" />;
}

export function LevelIcon({ level, inherit = false }: { level: SeverityLevel; inherit?: boolean }) {
  return <SeverityIcon level={level} inherit={inherit} className="wall-icon" />;
}

const SHOWN_LEVELS = SEVERITY_LEVELS.filter((level) => level !== "plain");

/** The open alerts of the whole tenancy; a level without any is pale. */
function Counts({ counts }: { counts: SeverityCounts }) {
  return (
    <span className="wall-counts wall-title">
      {SHOWN_LEVELS.map((level) => (
        <span key={level} data-none={counts[level] === 0 || undefined}>
          <LevelIcon level={level} inherit={counts[level] === 0} />
          {counts[level]}
        </span>
      ))}
    </span>
  );
}

/** The site's time, from the server's clock; an hour that comes twice says which it is. */
export function Clock({ now, zone }: { now: Date | null; zone: string }) {
  if (!now) return <span className="wall-title wall-clock">--:--</span>;
  const [time, second] = timeOfDay(now, zone).split(" ");
  return (
    <span className="wall-title wall-clock">
      {time}
      {second && <span className="wall-extra"> {second}</span>}
    </span>
  );
}

const COUNTS_GAP = 2.6;
const ICON = 7.2;
/** For whose farm it is, and the zone of its time. */
const EXTRA_ROOM = 24;

const widthOfCounts = (counts: SeverityCounts) =>
  SHOWN_LEVELS.reduce((sum, level) => sum + ICON + widthOf(String(counts[level]), "title") + COUNTS_GAP, 0);

/** Where this is, whose it is, how many are open, and what time it is. */
export function Header({
  names,
  snapshot,
  now,
}: {
  names: readonly string[];
  snapshot: WallSnapshot;
  now: Date;
}) {
  const room = useRoom();
  const zone = snapshot.timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? snapshot.timeZone;
  const clock = widthOf(timeOfDay(now, snapshot.timeZone), "title") + 3.2;
  const extra = Math.min(EXTRA_ROOM, Math.max(widthOf(snapshot.name, "extra"), widthOf(zone, "extra")));
  const tail = widthOfCounts(snapshot.counts) + extra + 6;
  const title = nameIn(names, innerWidth(room) - clock - (room.portrait ? 0 : tail), "title");
  const tenancy = (
    <span className="wall-extra wall-soft wall-stack">
      <span>{wordsIn([snapshot.name], EXTRA_ROOM, "extra")}</span>
      <span>{wordsIn([zone], EXTRA_ROOM, "extra")}</span>
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

/** Two icons with what stands around them. */
const SOURCES = 18;
const LIGHT_KEY = "mol/m²/day";

/** The marker of the light sum, as slim as it can be. */
export function LightBar() {
  return <span className="wall-bar" />;
}

/** How old both sources are, and what else the page says at its foot. */
export function Footer({
  snapshot,
  sources,
  now,
  end,
  hasLight = false,
  clock = false,
}: {
  snapshot: WallSnapshot;
  sources: Sources;
  now: Date;
  end: string;
  /** Whether the light of yesterday is shown, whose unit then stands here. */
  hasLight?: boolean;
  /** Whether the time stands here, where there is no head. */
  clock?: boolean;
}) {
  const room = useRoom();
  const zone = snapshot.timeZone;
  const { notifications, readings } = sources;
  const time = clock ? timeOfDay(now, zone) : "";
  const ends = widthOf([end, time].filter(Boolean).join("  "), "text");
  const key = widthOf(LIGHT_KEY, "extra") + 5;
  const lines = [notificationsWays(sources, zone, now), readingsWays(sources, zone, now)] as const;
  const whole = innerWidth(room);
  const pair = room.portrait ? null : pairIn(lines, whole - ends - SOURCES - (hasLight ? key : 0));
  const hasKey = hasLight && (room.portrait || pair !== null);
  const [heard, until] = room.portrait
    ? [wordsIn(lines[0], whole - 7, "text"), wordsIn(lines[1], whole - 9 - ends - (hasKey ? key : 0), "text")]
    : (pair ?? pairIn(lines, whole - ends - SOURCES) ?? halves(lines, (whole - ends - SOURCES) / 2));
  return (
    <footer className="wall-footer wall-text" data-stacked={room.portrait || undefined}>
      <Source icon="notifications" state={notifications.state}>
        {heard}
      </Source>
      <Source icon="readings" state={readings.state}>
        {until}
      </Source>
      <span className="wall-end wall-word">
        {hasKey && (
          <span className="wall-extra wall-key">
            <LightBar />
            {LIGHT_KEY}
          </span>
        )}
        {end}
        {clock && <span className="wall-time">{time}</span>}
      </span>
    </footer>
  );
}

/** The longest way of each of two that have room side by side. */
function pairIn([left, right]: Lines, room: number): [string, string] | null {
  const ways = left.flatMap((one) => right.map((other): [string, string] => [one, other]));
  const width = (texts: readonly string[]) => texts.reduce((sum, text) => sum + widthOf(text, "text"), 0);
  return (
    ways.filter((pair) => width(pair) <= room).sort((one, other) => width(other) - width(one))[0] ?? null
  );
}

const halves = ([left, right]: Lines, room: number): [string, string] => [
  wordsIn(left, room, "text"),
  wordsIn(right, room, "text"),
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

/** Health now, and what it did since the day before. */
export function HealthNow({ health }: { health: NonNullable<WallArea["health"]> }) {
  const trend = trendOf(health);
  return (
    <>
      {formatValue(health.value)}
      {trend && <Icon name={trend.to} className="wall-icon wall-trend" />}
    </>
  );
}
