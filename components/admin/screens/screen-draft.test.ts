import { expect, test } from "vitest";
import { newScreenSchema } from "@/lib/display/screens/contract";
import { addBoard, moveBoard, newDraft, startTenancy, switchTenancy, toDraft, toInput } from "./screen-draft";

const draft = newDraft("T1");

test("a new screen has the boards alerts and areas, and is valid once it has a name", () => {
  expect(newScreenSchema.safeParse(toInput(draft)).success).toBe(false);
  expect(newScreenSchema.parse(toInput({ ...draft, name: " Hall " }))).toMatchObject({
    name: "Hall",
    place: null,
    boards: [{ kind: "alerts" }, { kind: "areas", seconds: null }],
  });
});

test("refuses seconds that are no whole number from 5 to 600, at their board", () => {
  for (const pace of ["x", "4", "1.5", "-20", "99999"]) {
    const boards = draft.boards.map((board) => ({ ...board, pace }));
    const parsed = newScreenSchema.safeParse(toInput({ ...draft, name: "Hall", boards }));
    expect(parsed.error?.issues[0]?.path).toEqual(["boards", 0, "seconds"]);
  }
  const boards = draft.boards.map((board) => ({ ...board, pace: " 20 " }));
  expect(toInput({ ...draft, boards }).boards[0]).toMatchObject({ seconds: 20 });
});

test("moving and adding boards keeps their keys", () => {
  const three = addBoard(draft.boards);
  expect(three.map(({ key }) => key)).toEqual([0, 1, 2]);
  expect(moveBoard(three, 2, -1).map(({ key }) => key)).toEqual([0, 2, 1]);
  expect(moveBoard(three, 0, -1)).toEqual(three);
  expect(addBoard(moveBoard(three, 2, -1)).at(-1)?.key).toBe(3);
});

test("another tenancy clears the areas of the boards", () => {
  const placed = { ...draft, boards: draft.boards.map((board) => ({ ...board, path: "West#1" })) };
  expect(switchTenancy(placed, "T1")).toBe(placed);
  expect(switchTenancy(placed, "T2").boards.map(({ path }) => path)).toEqual([null, null]);
});

test("a screen without a tenancy gets the first one", () => {
  const line = { name: "Hall", place: null, tenantId: null, boards: [], sound: true };
  expect(toDraft(line as never, "T1")).toMatchObject({ tenantId: "T1", place: "" });
});

test("begins with the given tenancy or the only one, of several with none", () => {
  const two = [{ tenantId: "T1" }, { tenantId: "T2" }];
  expect(startTenancy(two)).toBe("");
  expect(startTenancy(two, "T2")).toBe("T2");
  expect(startTenancy(two.slice(1))).toBe("T2");
  const input = toInput({ ...newDraft(startTenancy(two)), name: "Hall" });
  expect(newScreenSchema.safeParse(input).error?.issues[0]?.path).toEqual(["tenantId"]);
});
