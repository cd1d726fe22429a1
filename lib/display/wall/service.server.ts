import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { SharedRead } from "@/lib/base/core/shared-read";
import { MINUTE_MS } from "@/lib/base/core/time";
import { type BoardQuery, boardParameters, parseBoards } from "@/lib/display/screens/boards";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { hearsChanges, onChanges } from "@/lib/web/events/service.server";
import { type Body, tagOf } from "@/lib/web/http/responses.server";
import type { readWall, WallArea, WallSnapshot } from "./contract";
import { type Facts, readFacts, type Tile } from "./facts.server";
import { type Lines, readLines } from "./lines.server";

/** Maximum age of the facts without a change event: no event announces ends of snoozes and signs of life. */
const FACTS_MS = 20_000;
/** Minimum time between two reads of the facts, however many changes and screens there are. */
const APART_MS = 200;
/** Maximum age of the facts while this process receives no change events. */
const UNHEARD_MS = 1_000;
const LINES_MS = 10 * MINUTE_MS;
/** A shared snapshot that nobody has requested for this long is dropped. */
const FORGET_MS = 10 * MINUTE_MS;

type Shared = {
  tenantId: string;
  facts: SharedRead<Facts>;
  lines: SharedRead<Lines>;
  made: { facts: Facts; lines: Lines; answer: Body } | null;
  askedAt: number;
};

const held = processSingleton<{ walls: Map<string, Shared> }>();

/** The shared snapshots of this process; the first call subscribes to changes. */
function walls(): Map<string, Shared> {
  if (held.walls) return held.walls;
  const all = new Map<string, Shared>();
  held.walls = all;
  onChanges((change) => {
    for (const shared of all.values()) {
      if (change && change.tenantId !== shared.tenantId) continue;
      if (change && change.type !== "alert" && change.type !== "sync") continue;
      shared.facts.invalidate();
      if (change?.type !== "alert") shared.lines.invalidate();
    }
  });
  return all;
}

/**
 * Reads all that the boards of a screen show. Screens of one tenancy with the same boards share one read, and a
 * request after a change gets what was read after the change.
 * @throws AppError `bad-request` on `tenant`, or on `board`
 */
export async function readWallOf(
  actor: Actor,
  query: z.output<NonNullable<typeof readWall.query>>,
): Promise<Body> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const boards = parseBoards(query.board ?? ["alerts"]);
  if (!boards)
    throw new AppError(
      "bad-request",
      "board has to be alerts, areas or now, each maybe with a path after a colon, or area: with a path; 8 at most.",
      { parameter: "board" },
    );
  const shared = sharedOf(actor, tenancy, boards);
  const facts = await shared.facts.get(hearsChanges() ? FACTS_MS : UNHEARD_MS);
  const lines = await shared.lines.getSoon(LINES_MS);
  return answerOf(shared, facts, lines);
}

function sharedOf(actor: Actor, tenancy: TenancyRef, boards: readonly BoardQuery[]): Shared {
  const all = walls();
  const now = performance.now();
  for (const [key, { askedAt }] of all) if (now - askedAt > FORGET_MS) all.delete(key);
  const key = JSON.stringify([tenancy, boardParameters(boards)]);
  const shared = all.get(key) ?? newShared(actor, tenancy, boards);
  all.set(key, Object.assign(shared, { askedAt: now }));
  return shared;
}

/** The data depends only on tenancy and boards, so that it does not matter which actor requested it first. */
function newShared(actor: Actor, tenancy: TenancyRef, boards: readonly BoardQuery[]): Shared {
  const clock = () => performance.now();
  const facts = new SharedRead(() => readFacts(actor, tenancy, boards), clock);
  facts.apart = APART_MS;
  const lines = new SharedRead(async () => {
    const known = await facts.get(FACTS_MS);
    const tiles = known.boards.flatMap((board) => board.tiles.map(({ path }) => path));
    const focus = known.focus.map(({ path, area }) => ({ path, lastReadingAt: area?.lastReadingAt ?? null }));
    return readLines(actor, tenancy, [...new Set(tiles)], focus);
  }, clock);
  return { tenantId: tenancy.tenantId, facts, lines, made: null, askedAt: 0 };
}

function answerOf(shared: Shared, facts: Facts, lines: Lines): Body {
  const { made } = shared;
  if (made?.facts === facts && made.lines === lines) return made.answer;
  const { at, ...rest } = snapshotOf(facts, lines);
  const content = JSON.stringify(rest);
  const answer = { text: `{"at":${JSON.stringify(at)},${content.slice(1)}`, tag: tagOf(content) };
  shared.made = { facts, lines, answer };
  return answer;
}

function snapshotOf({ boards, focus, ...facts }: Facts, lines: Lines): WallSnapshot {
  const drawn = (tile: Tile): WallArea => ({
    ...tile,
    light: lines.light.get(tile.path) ?? null,
    spark: lines.sparks.get(tile.path) ?? null,
  });
  return {
    ...facts,
    linesFrom: lines.from,
    boards: boards.map((board) => ({ ...board, tiles: board.tiles.map(drawn) })),
    focus: focus.map(({ path, area }) => ({
      path,
      area: area && drawn(area),
      ...(lines.focus.get(path) ?? { from: facts.at, to: facts.at, lines: [] }),
    })),
  };
}
