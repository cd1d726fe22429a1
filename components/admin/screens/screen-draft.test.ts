import { expect, test } from "vitest";
import { newScreenSchema } from "@/lib/display/screens/contract";
import { moved, newDraft, ofTenancy, toDraft, toInput, withBoard } from "./screen-draft";

const draft = newDraft("T1");

test("a new screen turns through alerts and areas, and only lacks a name", () => {
  expect(newScreenSchema.safeParse(toInput(draft)).success).toBe(false);
  expect(newScreenSchema.parse(toInput({ ...draft, name: " Hall " }))).toMatchObject({
    name: "Hall",
    place: null,
    boards: [{ kind: "alerts" }, { kind: "areas", seconds: null }],
  });
});

test("seconds that are none are refused in their place", () => {
  for (const pace of ["x", "4", "1.5", "-20", "99999"]) {
    const boards = draft.boards.map((board) => ({ ...board, pace }));
    const parsed = newScreenSchema.safeParse(toInput({ ...draft, name: "Hall", boards }));
    expect(parsed.error?.issues[0]?.path).toEqual(["boards", 0, "seconds"]);
  }
  const boards = draft.boards.map((board) => ({ ...board, pace: " 20 " }));
  expect(toInput({ ...draft, boards }).boards[0]).toMatchObject({ seconds: 20 });
});

test("boards move, come and keep their keys", () => {
  const three = withBoard(draft.boards);
  expect(three.map(({ key }) => key)).toEqual([0, 1, 2]);
  expect(moved(three, 2, -1).map(({ key }) => key)).toEqual([0, 2, 1]);
  expect(moved(three, 0, -1)).toEqual(three);
  expect(withBoard(moved(three, 2, -1)).at(-1)?.key).toBe(3);
});

test("with another tenancy the areas of the last are gone", () => {
  const placed = { ...draft, boards: draft.boards.map((board) => ({ ...board, path: "West#1" })) };
  expect(ofTenancy(placed, "T1")).toBe(placed);
  expect(ofTenancy(placed, "T2").boards.map(({ path }) => path)).toEqual([null, null]);
});

test("a screen that names no tenancy is shown with the first", () => {
  const line = { name: "Hall", place: null, tenantId: null, boards: [], sound: true };
  expect(toDraft(line as never, "T1")).toMatchObject({ tenantId: "T1", place: "" });
});
