import { formatValue } from "@/lib/base/core/numbers";
import { segmentsOf } from "@/lib/base/core/paths";
import { timeOfDay } from "@/lib/base/core/time";
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

/** One area with its state and the charts of its last three days. */
export function FocusBoard({ focus, view }: { focus: Focus; view: View }) {
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
        <div className="wall-middle wall-title">There is no such area any more</div>
      )}
      <Footer view={view} end="72 h" />
    </>
  );
}

function Charts({ focus, zone }: { focus: Focus; zone: string }) {
  const room = useRoom();
  const width = room.portrait ? innerWidth(room) : innerWidth(room) - SIDE - 5;
  const drawn = focus.lines.filter(({ t }) => t.length > 0);
  const light = focus.lines.find(({ index }) => index === "PPFD");
  const height = ((room.portrait ? 104 : 74) - 2 * drawn.length) / Math.max(drawn.length, 1);
  const span = { from: Date.parse(focus.from), to: Date.parse(focus.to) };
  const labels = drawn.flatMap((line) => axisLabels(chartShape(line, span)));
  if (drawn.length === 0) return <div className="wall-middle wall-text">No readings in the last 72 h</div>;
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
          title={titleOf(line, width, zone)}
          labels={labels}
        />
      ))}
    </div>
  );
}

type Line = Focus["lines"][number];

function titleOf({ index, unit, t, v }: Line, width: number, zone: string): string {
  const name = indexWord(index);
  const last = v.at(-1);
  const at = t.at(-1);
  const now =
    last === undefined || at === undefined
      ? ""
      : `: ${formatValue(last)} at ${timeOfDay(new Date(at), zone)}`;
  return fitText([`${name}, ${unit}${now}`, `${name}, ${unit}`, name], width, "extra");
}
