// Which of several values for one area, job, instant and index is kept: compares the store with a model of the rule.

import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { importIndices } from "@/lib/farm/readings/service.server";
import { parseIndices } from "@/lib/service/result-stream.server";
import { useFreshDatabase } from "../support/connected-tenancy";

const tenancy = { tenancyId: 1, tenantId: "01J8Z0000000000000000TENAN", timeZone: "Europe/Amsterdam" };

let leave: () => Promise<void>;
beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());

type Row = { hour: number; index: string; value: number; filled: boolean | null };

/** Two instants, two known indices and an unknown one; few values, so that many are equal. */
const anyRow: fc.Arbitrary<Row> = fc.record({
  hour: fc.integer({ min: 1, max: 2 }),
  index: fc.constantFrom("HEALTH", "PPFD", "LEAF_TEMP"),
  value: fc.constantFrom(1.5, 70.1, 99.9),
  filled: fc.constantFrom(true, false, null),
});
/** Successive results, each with a chunk size. */
const anyResults = fc.constantFrom([1], [3, 99], [1, 3, 99]).chain((sizes) =>
  fc.array(
    fc.record({
      rows: fc.array(anyRow, { minLength: 1, maxLength: 12 }),
      chunkRows: fc.constantFrom(...sizes),
    }),
    { minLength: 1, maxLength: 5 },
  ),
);

const RANK = new Map<boolean | null, number>([
  [null, 0],
  [true, 1],
  [false, 2],
]);
const rank = (row: Row) => RANK.get(row.filled) as number;

/** The value kept after all of these: the last of the best kind. */
function standing(rows: Row[]): Row | undefined {
  const best = Math.max(...rows.map(rank));
  return rows.findLast((row) => rank(row) === best);
}

function expected(rows: Row[]) {
  const places = new Map<string, Row[]>();
  const outcomes = { added: 0, improved: 0, changed: 0, unchanged: 0 };
  for (const row of rows) {
    const key = `${row.hour} ${row.index}`;
    const before = places.get(key) ?? [];
    outcomes[outcome(standing(before), standing([...before, row]) as Row)]++;
    places.set(key, [...before, row]);
  }
  const values = [...places].map(([key, all]) => {
    const { value, filled } = standing(all) as Row;
    return { key, value, filled };
  });
  return { values: values.sort((a, b) => (a.key < b.key ? -1 : 1)), outcomes };
}

function outcome(before: Row | undefined, after: Row): "added" | "improved" | "changed" | "unchanged" {
  if (!before) return "added";
  if (before.filled === after.filled) return before.value === after.value ? "unchanged" : "changed";
  return before.filled === true ? "improved" : "changed";
}

const SAID = new Map<boolean | null, string>([
  [null, ""],
  [true, "TRUE"],
  [false, "FALSE"],
]);

async function load(job: string, { rows, chunkRows }: { rows: Row[]; chunkRows: number }) {
  const lines = rows.map(
    ({ hour, index, value, filled }) =>
      `2026-05-03T0${hour}:00:00Z,A,${job},${index},${value},${SAID.get(filled)}`,
  );
  const text = ["timestampIso,controlAreaPathName,jobId,indexName,indexValue,isFilled", ...lines].join("\n");
  const parsed = parseIndices(Readable.from([Buffer.from(text)], { objectMode: false }), { batchSize: 1 });
  return importIndices(tenancy, parsed, { chunkRows });
}

async function stored(job: string) {
  const { rows } = await getPool().query(
    `SELECT extract(hour FROM v.at AT TIME ZONE 'UTC') || ' ' || v.index AS key, v.value, v.filled FROM (
       SELECT r.job_id, r.at, c.index, c.value,
         CASE WHEN r.unsure & c.bit <> 0 THEN NULL ELSE r.filled & c.bit <> 0 END AS filled
       FROM readings r CROSS JOIN LATERAL (VALUES ('HEALTH', r.health, 1), ('PPFD', r.ppfd, 128)) c (index, value, bit)
       WHERE c.value IS NOT NULL
       UNION ALL SELECT job_id, at, index_name, value, filled FROM other_readings) v
     JOIN jobs j ON j.id = v.job_id WHERE j.job_id = $1 ORDER BY v.at, v.index COLLATE "C"`,
    [job],
  );
  return rows;
}

test("keeps the last value of the best kind and counts every outcome, whatever the values and their order", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(anyResults, async (results) => {
      const job = `JOB_${++runs}`;
      const outcomes = { added: 0, improved: 0, changed: 0, unchanged: 0 };
      for (const result of results) {
        const tally = await load(job, result);
        for (const kind of Object.keys(outcomes) as (keyof typeof outcomes)[]) outcomes[kind] += tally[kind];
      }
      const model = expected(results.flatMap((result) => result.rows));
      expect(await stored(job)).toEqual(model.values);
      const { added, improved, changed, unchanged } = outcomes;
      expect(added + improved + changed + unchanged).toBe(results.flatMap((result) => result.rows).length);
      expect(added).toBe(model.outcomes.added);
      // In a larger chunk rows are merged, and counted, before they reach the store.
      if (results.every((result) => result.chunkRows === 1)) expect(outcomes).toEqual(model.outcomes);
    }),
    { numRuns: 60 },
  );
  const { rows } = await getPool().query(
    `SELECT count(*)::int AS wrong FROM readings
     WHERE filled & unsure <> 0
       OR (filled | unsure) & ~((health IS NOT NULL)::int | (ppfd IS NOT NULL)::int * 128) <> 0`,
  );
  expect(rows, "marks without their value, or two for one").toEqual([{ wrong: 0 }]);
});
