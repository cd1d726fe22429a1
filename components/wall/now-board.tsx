"use client";
import { useWords } from "@/components/words/words";
import { segmentsOf } from "@/lib/base/core/paths";
import { trendOf } from "@/lib/farm/areas/order";
import { fitNames, fitText, fitTitleOrText, innerWidth, type Room, TYPE, widthOf } from "./measure";
import { Banner, Header, LevelIcon, SHOWN_LEVELS, useRoom, WallIcon } from "./parts";
import { areaState, type View } from "./runtime/model";
import { levelVariants, notificationLines, outageVariants, readingsVariants } from "./words";

const NO_ALERTS = { high: 0, medium: 0, low: 0, plain: 0 };
const MAX_WORSENING = { landscape: 5, portrait: 8 };

/** The open alerts by severity, the areas that get worse, and the age of the data. */
export function NowBoard({ view }: { view: View }) {
  const { t } = useWords();
  const room = useRoom();
  const { snapshot } = view;
  const column = room.portrait ? innerWidth(room) : (innerWidth(room) - 5) / 2;
  return (
    <>
      <Banner view={view} />
      <Header names={[t("now.title")]} view={view} />
      <div className="wall-figures" data-stacked={room.portrait || undefined}>
        {SHOWN_LEVELS.map((level) => (
          <Figure key={level} level={level} snapshot={snapshot} room={room} />
        ))}
      </div>
      <div className="wall-columns" data-stacked={room.portrait || undefined}>
        <Worsening view={view} width={column} />
        <SourceLines view={view} width={column} />
      </div>
    </>
  );
}

/** The large count of a severity; a zero is pale. */
function Figure(props: { level: (typeof SHOWN_LEVELS)[number]; snapshot: View["snapshot"]; room: Room }) {
  const { formatCount } = useWords();
  const { level, snapshot, room } = props;
  const count = snapshot.counts[level];
  const figure = formatCount(count);
  const variants = levelVariants(level, snapshot);
  const state = count > 0 ? level : "none";
  if (room.portrait)
    return (
      <div className="wall-tile" data-state={state}>
        <div className="wall-row wall-large">
          <span className="wall-state wall-word">
            <LevelIcon level={level} inherit />
          </span>
          {figure}
          <span className="wall-end wall-state">
            <LevelWords
              variants={variants}
              width={innerWidth(room) - 4.4 - widthOf(figure, "large") - TYPE.large.size - 4}
            />
          </span>
        </div>
      </div>
    );
  const width = (innerWidth(room) - 2 * 1.7) / 3 - 4.4;
  const isLarge = widthOf(figure, "place") + 22 < width;
  return (
    <div className="wall-tile" data-state={state}>
      <div className={`wall-row ${isLarge ? "wall-place" : "wall-large"}`}>
        {figure}
        <span className="wall-end wall-large wall-state">
          <LevelIcon level={level} inherit />
        </span>
      </div>
      <div className="wall-state">
        <LevelWords variants={variants} width={width} />
      </div>
    </div>
  );
}

function LevelWords({ variants, width }: { variants: string[]; width: number }) {
  const { words, type } = fitTitleOrText(variants, width);
  return <span className={`wall-${type}`}>{words}</span>;
}

function Worsening({ view, width }: { view: View; width: number }) {
  const words = useWords();
  const { t, formatSigned, formatValue } = words;
  const room = useRoom();
  const { snapshot, sources } = view;
  const isSilent = (area: (typeof snapshot.worsening)[number]) =>
    areaState({ ...area, severities: NO_ALERTS }, view) !== "healthy";
  const max = MAX_WORSENING[room.portrait ? "portrait" : "landscape"];
  const worse = snapshot.worsening.filter((area) => !isSilent(area)).slice(0, max);
  const stale = sources.readings.state === "stale" || sources.readings.state === "never";
  return (
    <section className="wall-lines">
      <h2 className="wall-text wall-soft">
        {fitText([t("wall.now.worse"), t("wall.now.worseShort")], width, "text")}
      </h2>
      {worse.length === 0 && (
        <p className="wall-text">{t(stale ? "wall.now.notKnown" : "wall.now.nowhere")}</p>
      )}
      {worse.map(({ path, health }) => {
        if (!health) return null;
        const change = formatSigned(trendOf(health)?.change ?? 0);
        const value = formatValue(health.value);
        const tail = widthOf(`${value} ${change}`, "text") + 4;
        return (
          <div key={path} className="wall-row wall-text">
            <span>{fitNames(words, segmentsOf(path).slice(-2), width - tail, "text")}</span>
            <span className="wall-end">
              {value}&nbsp;<span className="wall-soft">{change}</span>
            </span>
          </div>
        );
      })}
    </section>
  );
}

function SourceLines({ view: { snapshot, sources, now }, width }: { view: View; width: number }) {
  const words = useWords();
  const { t } = words;
  const zone = snapshot.timeZone;
  const unplaced = Object.values(snapshot.placeNotKnown).reduce((sum, count) => sum + count, 0);
  const { notifications, readings } = sources;
  const outages = outageVariants(words, snapshot.outages, zone, now);
  return (
    <section className="wall-lines">
      <h2 className="wall-text wall-soft">{fitText([t("freshness.strip.about")], width, "text")}</h2>
      {notificationLines(words, sources, zone, now).map((variants) => (
        <Line key={variants[0]} icon="notifications" sure={notifications.state === "fresh"}>
          {fitText(variants, width - 6, "text")}
        </Line>
      ))}
      <Line icon="readings" sure={readings.state === "fresh"}>
        {fitText(readingsVariants(words, sources, zone, now), width - 6, "text")}
      </Line>
      {unplaced > 0 && (
        <Line icon="pin" sure>
          {fitText(
            [t("wall.now.unplaced", { count: unplaced }), t("wall.now.unplacedShort", { count: unplaced })],
            width - 6,
            "text",
          )}
        </Line>
      )}
      {outages.length > 0 && (
        <Line icon="clock" sure={false}>
          {fitText(outages, width - 6, "text")}
        </Line>
      )}
    </section>
  );
}

function Line(props: {
  icon: "notifications" | "readings" | "pin" | "clock";
  sure: boolean;
  children: string;
}) {
  return (
    <p className="wall-text wall-source" data-doubt={!props.sure || undefined}>
      <WallIcon name={props.sure ? props.icon : "clock"} />
      {props.children}
    </p>
  );
}
