import { expect, test } from "vitest";
import { here, isEarlierBoot, sees } from "./place.mjs";

const machine = "pid:[4026531836]";
const container = "pid:[4026532201]";
const ext4 = 0xef53;
const nfs = 0x6969;
const now = { host: "farm", boot: "b2", namespace: machine };

test("sees its own place, and records of an earlier version without a place", () => {
  expect([sees(here()), sees(undefined)]).toEqual([true, true]);
});

test.runIf(process.platform === "linux")(
  "does not see another container, another boot or another machine",
  () => {
    expect(sees({ ...now, namespace: container }, now)).toBe(false);
    expect(sees({ ...now, boot: "b1" }, now)).toBe(false);
    expect(sees({ ...now, host: "renamed" }, now)).toBe(true);
    const hidden = { ...now, boot: "" };
    expect(sees(hidden, hidden)).toBe(false);
  },
);

test.runIf(process.platform === "linux")(
  "recognises an earlier boot only outside of containers, and on a local disk",
  () => {
    const before = { ...now, boot: "b1" };
    expect(isEarlierBoot(before, "/", now, ext4)).toBe(true);
    expect(isEarlierBoot(before, "/", now, nfs)).toBe(false);
    expect(isEarlierBoot({ ...before, namespace: container }, "/", now, ext4)).toBe(false);
    expect(isEarlierBoot(before, "/", { ...now, namespace: container }, ext4)).toBe(false);
    expect(isEarlierBoot(now, "/", now, ext4)).toBe(false);
  },
);
