"use client";
import { memo } from "react";
import { Icon } from "@/components/ui/icon";
import { useWords } from "@/components/words/words";
import type { AreaState } from "@/lib/display/freshness/judge";
import type { WallArea } from "@/lib/display/wall/contract";
import { namesBelow } from "@/lib/display/wall/pages";
import { trendOf } from "@/lib/farm/areas/order";
import { sparkPath } from "./chart-shape";
import { fitNames, fitText, fitTitleOrText, widthOf } from "./measure";
import { HealthNow, LevelIcon, LightBar } from "./parts";
import { areaState, type View } from "./runtime/model";
import { durationVariants, indexWord, stateVariants } from "./words";

const ICON = 5;
const MIN_SPARK_ROOM = 6;
/** The width of a spark line in drawing units; the browser stretches it to its place. */
const SPARK_WIDTH = 100;
/** The light marker with its spacing. */
const BAR = 2;
const ARROW = 3.6;
const HEALTH = indexWord("HEALTH");

type Props = {
  area: WallArea;
  view: View;
  place: string | null;
  /** The names of the other tiles on the page. */
  others?: readonly string[];
  /** The width of the tile's text in vmin; `tall` tiles have room for one more line. */
  room: number;
  tall: boolean;
  domain: readonly [number, number] | null;
};

/** The tile of an area: its name, its state, and the duration of that state or its Health. */
export function Tile(props: Props) {
  const pageWords = useWords();
  const { area, view, place, room, tall, domain } = props;
  const state = areaState(area, view);
  const { words, type } = fitTitleOrText(stateVariants(pageWords, state, area), room);
  const spare = room - widthOf(words, type) - 1;
  const isShown = state !== "no-data" && state !== "unknown";
  const spark = isShown && domain && area.spark?.some((value) => value !== null) ? area.spark : null;
  return (
    <div className="wall-tile" data-state={state}>
      <div className="wall-row wall-text">
        <span>{fitNames(pageWords, namesBelow(area.path, place), room - ICON, "text", props.others)}</span>
        <span className="wall-end wall-mark">
          <StateMark state={state} />
        </span>
      </div>
      <div className="wall-row">
        <span className={`wall-${type} wall-state`}>{words}</span>
        {spark && domain && !tall && spare >= MIN_SPARK_ROOM && (
          <span className="wall-end" style={{ width: `${Math.min(spare, 24)}vmin`, height: "6vmin" }}>
            <Spark values={spark} domain={domain} />
          </span>
        )}
      </div>
      <LastLine {...props} state={state} />
      {tall && isShown && <LightLine area={area} room={room} />}
      {tall && spark && domain && <Spark values={spark} domain={domain} height={20} />}
    </div>
  );
}

function StateMark({ state }: { state: AreaState }) {
  if (state === "healthy") return <Icon name="ok" className="wall-icon" />;
  if (state === "no-data") return <Icon name="silent" className="wall-icon" />;
  if (state === "unknown") return <Icon name="clock" className="wall-icon" />;
  return <LevelIcon level={state} inherit />;
}

/** The duration of the state; for a healthy area, its Health and yesterday's light. */
function LastLine({ area, view, state, room, tall }: Props & { state: AreaState }) {
  const words = useWords();
  const { t, siteTime } = words;
  const { snapshot, sources, now } = view;
  if (state === "unknown") {
    const { state: readings, until } = sources.readings;
    const own = area.lastReadingAt === null ? null : new Date(area.lastReadingAt);
    const since = (readings === "stale" ? until : null) ?? own;
    const text = since
      ? t("wall.state.since", { time: siteTime(since, snapshot.timeZone, now) })
      : t("wall.state.noContact");
    return <div className="wall-text wall-plain">{fitText([text], room, "text")}</div>;
  }
  if (state === "no-data") {
    const { lastReadingAt } = area;
    const variants =
      lastReadingAt === null ? [t("wall.state.never")] : durationVariants(words, lastReadingAt, now);
    return <div className="wall-text wall-plain">{fitText(variants, room, "text")}</div>;
  }
  if (state !== "healthy") {
    const lengths = area.since ? durationVariants(words, area.since, now) : [t("wall.state.open")];
    return (
      <div className="wall-text wall-plain wall-row">
        <span>{fitText(lengths, room, "text")}</span>
        <ValueBeside area={area} room={room} length={lengths[0] ?? ""} />
      </div>
    );
  }
  return <HealthLine area={area} room={room} tall={tall} />;
}

/** The Health of an area with an alert, if it fits beside the duration. */
function ValueBeside({ area, room, length }: { area: WallArea; room: number; length: string }) {
  const { formatValue } = useWords();
  const text = area.health ? `${HEALTH} ${formatValue(area.health.value)}` : "";
  if (!area.health || widthOf(length, "text") + widthOf(text, "text") + 8 > room) return null;
  return (
    <span className="wall-end">
      {HEALTH}&nbsp;
      <HealthNow health={area.health} />
    </span>
  );
}

function HealthLine({ area, room, tall }: { area: WallArea; room: number; tall: boolean }) {
  const { t, formatValue } = useWords();
  const { health, light } = area;
  if (!health)
    return <div className="wall-text wall-plain">{fitText([t("wall.state.noHealth")], room, "text")}</div>;
  const value = formatValue(health.value);
  const arrow = trendOf(health) ? ARROW : 0;
  const beside = light === null || tall ? 0 : widthOf(formatValue(light), "extra") + BAR + 1;
  const hasLargeLabel = widthOf(`${HEALTH} ${value}`, "text") + arrow + beside <= room;
  const hasLight =
    beside > 0 && widthOf(`${HEALTH} `, "extra") + widthOf(value, "text") + arrow + beside <= room;
  return (
    <div className="wall-row wall-text wall-plain">
      <span className={hasLargeLabel ? undefined : "wall-extra"}>{HEALTH}&nbsp;</span>
      <span className="wall-word">
        <HealthNow health={health} />
      </span>
      {hasLight && light !== null && (
        <span className="wall-end wall-extra">
          <LightBar />
          {formatValue(light)}
        </span>
      )}
    </div>
  );
}

function LightLine({ area, room }: { area: WallArea; room: number }) {
  const { t, formatValue } = useWords();
  if (area.light === null) return null;
  const value = formatValue(area.light);
  return (
    <div className="wall-row wall-extra wall-plain">
      <LightBar />
      <span>
        {fitText(
          [
            t("wall.state.light", { value }),
            t("wall.state.lightShort", { value }),
            t("wall.state.lightShortest", { value }),
          ],
          room - 4,
          "extra",
        )}
      </span>
    </div>
  );
}

/** Hourly values as a line that breaks at missing ones; the tiles of a page share one scale. */
const Spark = memo(function Spark({
  values,
  domain,
  height = 30,
}: {
  values: readonly (number | null)[];
  domain: readonly [number, number];
  height?: number;
}) {
  return (
    <svg
      className="wall-spark"
      viewBox={`0 0 ${SPARK_WIDTH} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparkPath(values, domain, SPARK_WIDTH, height)} />
    </svg>
  );
});
