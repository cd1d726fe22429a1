import { expect, test } from "vitest";
import contractLoader from "./contract-loader.mjs";

const contract = `
import { z } from "zod";
import { severityCountsSchema } from "@/lib/alerts/contract";
import { endpoint } from "@/lib/http/endpoint";
import { pageOf, tenantParameter } from "@/lib/http/query-schemas";

export const WORDS = ["z.string()", "summary"] as const;
const itemSchema = z.object({ path: z.string().meta({ description: "Where it is" }), counts: severityCountsSchema });
export type Item = z.infer<typeof itemSchema>;

export const listItems = endpoint({
  method: "GET",
  path: "/api/v1/items",
  summary: "All of them, described at length",
  access: "screen",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: pageOf(itemSchema.extend({ more: z.int() })),
});
export const summaryOf = (item: Item) => ({ summary: item.path });
export const MOST = 200;
`;

test("keeps the calls and constants of a contract for browsers, and drops its schemas", async () => {
  const script = contractLoader(contract);
  expect(script).not.toMatch(/description|described|Where it is|query-schemas|alerts\/contract|strictObject/);
  expect(script).toContain('["z.string()", "summary"]');
  expect(script).toContain("({ summary: item.path })");
  const bare = script
    .replace(/^import .*endpoint.*$/m, "const endpoint = (declaration) => declaration;")
    .replace(/^import .*zod.*$/m, "const z = 'nothing';");
  const read = await import(`data:text/javascript,${encodeURIComponent(bare)}`);
  expect(read.listItems).toEqual({
    method: "GET",
    path: "/api/v1/items",
    access: "screen",
    query: "nothing",
    answer: "nothing",
  });
  expect([read.MOST, read.summaryOf({ path: "A" })]).toEqual([200, { summary: "A" }]);
});
