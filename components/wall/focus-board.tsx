"use client";
import { useWords } from "@/components/words/words";
import { segmentsOf } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import { axisLabels, WallChart } from "./chart";
import { chartShape } from "./chart-shape";
import { fitText, innerWidth } from "./measure";
import { Banner, Footer, Header, useRoom } from "./parts";
import type { View } from "./runtime/model";
import { Tile } from "./tile";
import { indexWord } from "./words";

type Focus = WallSnapshot["focus"][number];

const SIDE = 46;
const HOURS = 72;

/** One area with its state and the charts of its last three days. */
export function FocusBoard({ focus, view }: { focus: Focus; view: View }) {
  const { t } = useWords();
  const room = useRoom();
  const { area } = focus;
  return (
    <>
      <Banner view={view} />
      <Header names={segmentsOf(focus.path)} view={view} />
      {area ? (
        <div className="wall-columns" data-stacked={room.portrait || undefined}>
          <div className="wall-side" style={{ flex: room.portrait ? "none" : `0 0 ${SIDE}vmin` }}>
            <Tile
              area={{ ...area, spark: null }}
              view={view}
              place={null}
              room={(room.portrait ? innerWidth(room) : SIDE) - 4.4}
              tall
              domain={null}
            />
          </div>
          <Charts focus={focus} zone={view.snapshot.timeZone} />
        </div>
      ) : (
        <div className="wall-middle wall-title">{t("wall.areas.gone")}</div>
      )}
      <Footer view={view} end={t("wall.areas.span", { hours: HOURS })} />
    </>
  );
}

function Charts({ focus, zone }: { focus: Focus; zone: string }) {
  const words = useWords();
  const room = useRoom();
  const width = room.portrait ? innerWidth(room) : innerWidth(room) - SIDE - 5;
  const drawn = focus.lines.filter(({ t }) => t.length > 0);
  const light = focus.lines.find(({ index }) => index === "PPFD");
  const height = ((room.portrait ? 104 : 74) - 2 * drawn.length) / Math.max(drawn.length, 1);
  const span = { from: Date.parse(focus.from), to: Date.parse(focus.to) };
  const labels = drawn.flatMap((line) => axisLabels(words, chartShape(line, span)));
  if (drawn.length === 0)
    return <div className="wall-middle wall-text">{words.t("wall.areas.noReadings", { hours: HOURS })}</div>;
  return (
    <div className="wall-lines">
      {drawn.map((line) => (
        <WallChart
          key={line.index}
          line={line}
          light={light}
          from={focus.from}
          to={focus.to}
          zone={zone}
          width={width}
          height={height}
          title={titleOf(words, line, width, zone)}
          labels={labels}
        />
      ))}
    </div>
  );
}

type Line = Focus["lines"][number];

function titleOf(words: Words, { index, unit, t, v }: Line, width: number, zone: string): string {
  const name = indexWord(index);
  const last = v.at(-1);
  const at = t.at(-1);
  const plain = [`${name}, ${unit}`, name];
  if (last === undefined || at === undefined) return fitText(plain, width, "extra");
  const value = words.formatValue(last);
  const time = words.timeOfDay(new Date(at), zone);
  const latest = words.t("wall.areas.latest", { index: name, unit, value, time });
  return fitText([latest, ...plain], width, "extra");
}
