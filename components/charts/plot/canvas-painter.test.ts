import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { type CanvasLook, paintPlot } from "./canvas-painter";
import { describePlot, type PlotProps, rowsInView } from "./description";
import { toRows } from "./rows";

const HOUR = 3_600_000;
const window = { from: 0, to: 10 * HOUR };
const look: CanvasLook = {
  ...{ hue: "hue", lineWidth: 2, bandAlpha: 0.1 },
  range: "range",
};
const pointAt = (hour: number, mean: number, filled = 0) => ({
  ...{ t: hour * HOUR, mean, min: mean - 1, max: mean + 1, count: 3, filled },
});

/** Ten pixels an hour, five a unit. */
const size = { width: 148, height: 116, scale: { domain: [0, 20] as [number, number], ticks: [] } };

type Drawn = { how: string; colour: unknown; dash: string; moves: number; lines: number };

/** Everything filled and stroked, with the parts of its path. */
function drawnOf(given: Partial<PlotProps> & Pick<PlotProps, "rows">): Drawn[] {
  const drawn: Drawn[] = [];
  const state: Record<string, unknown> = {};
  let path = { moves: 0, lines: 0 };
  let dash: number[] = [];
  const done = (how: string, colour: unknown) => drawn.push({ how, colour, dash: dash.join(" "), ...path });
  const calls: Record<string, (...given: never[]) => void> = {
    beginPath: () => {
      path = { moves: 0, lines: 0 };
    },
    moveTo: () => path.moves++,
    lineTo: () => path.lines++,
    setLineDash: (given: number[]) => {
      dash = given;
    },
    stroke: () => done("stroke", state.strokeStyle),
    fill: () => done("fill", state.fillStyle),
    fillRect: () => done("rect", state.fillStyle),
  };
  const context = new Proxy(state, {
    get: (_, name) => calls[String(name)] ?? (() => undefined),
    set: (_, name, value) => {
      state[String(name)] = value;
      return true;
    },
  });
  const plot = { index: "HEALTH", window, ...size, nights: [], pendingFrom: null, band: null, ...given };
  const rows = rowsInView(plot.rows, window);
  paintPlot(context as unknown as CanvasRenderingContext2D, describePlot(ENGLISH, plot), rows, look);
  return drawn;
}

describe("a plot on a canvas", () => {
  it("breaks its line and its band at a gap", () => {
    const rows = toRows(
      [0, 1, 2, 6, 7].map((hour) => pointAt(hour, hour)),
      HOUR,
    );
    const drawn = drawnOf({ rows });
    expect(drawn.filter(({ colour, dash }) => colour === "hue" && dash === "")).toEqual([
      // There and back: three hours and two.
      expect.objectContaining({ how: "fill", moves: 2, lines: 8 }),
      expect.objectContaining({ how: "stroke", moves: 2, lines: 5 }),
      expect.objectContaining({ how: "fill", moves: 0 }),
    ]);
  });

  it("dashes interpolated points, joined to measured ones", () => {
    const rows = toRows([pointAt(0, 1), pointAt(1, 2), pointAt(2, 3, 1), pointAt(3, 4)], HOUR);
    const [dashed] = drawnOf({ rows }).filter(({ dash }) => dash !== "");
    expect(dashed).toMatchObject({ how: "stroke", colour: "hue", dash: "4 3", moves: 1, lines: 3 });
  });

  it("draws a point without neighbours as a dot", () => {
    const rows = toRows([pointAt(0, 1), pointAt(5, 2), pointAt(9, 3)], HOUR);
    expect(drawnOf({ rows }).at(-1)).toMatchObject({ how: "fill", moves: 3 });
  });

  it("draws a bar a day and a line over each from the lowest to the highest", () => {
    const rows = toRows(
      [0, 1, 2].map((hour) => pointAt(hour, 5)),
      HOUR,
    );
    const drawn = drawnOf({ rows, bars: HOUR });
    expect(drawn.filter(({ how }) => how === "rect")).toHaveLength(3);
    expect(drawn.at(-1)).toMatchObject({ how: "stroke", colour: "range", moves: 3 });
  });
});
