import { expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { actWords, type DoneAct, refusedWords } from "./act-words";

const reader = { me: "R. Bakker", now: new Date("2026-11-20T12:00:00Z"), zone: "Europe/Amsterdam" };

it.each<[DoneAct, number, number, string]>([
  [{ act: "acknowledged", owner: "R. Bakker" }, 1, 1, "Acknowledged. It is yours"],
  [{ act: "acknowledged", owner: "M. de Vries" }, 3, 3, "Acknowledged 3 alerts for M. de Vries"],
  [{ act: "acknowledged", owner: "R. Bakker" }, 2, 3, "Acknowledged 2 of 3 alerts. They are yours"],
  [{ act: "acknowledged", owner: "R. Bakker" }, 0, 1, "Somebody had already acknowledged it"],
  [{ act: "assigned", owner: "M. de Vries" }, 1, 1, "Assigned to M. de Vries"],
  [{ act: "released" }, 2, 2, "Released 2 alerts. Nobody is assigned now"],
  [{ act: "snoozed", until: new Date("2026-11-20T13:00:00Z") }, 1, 1, "Snoozed until 14:00"],
  [{ act: "snoozed", until: null }, 2, 2, "Snoozed 2 alerts until they get worse"],
  [{ act: "unsnoozed" }, 1, 1, "Woken. It is back under To acknowledge"],
])("words %j that changed %i of %i alerts", (done, changed, asked, words) => {
  expect(actWords(ENGLISH, done, changed, asked, reader)).toBe(words);
});

it("says whose an acknowledged alert stays", () => {
  const done: DoneAct = { act: "acknowledged", owner: "R. Bakker" };
  expect(actWords(ENGLISH, done, 1, 1, reader, ["S. Okafor"])).toBe(
    "Acknowledged. It stays assigned to S. Okafor",
  );
  expect(actWords(ENGLISH, done, 3, 3, reader, ["S. Okafor"])).toBe(
    "Acknowledged 3 alerts. 2 are yours, 1 stays assigned to S. Okafor",
  );
  expect(actWords(ENGLISH, done, 2, 2, reader, ["S. Okafor", "M. de Vries"])).toBe(
    "Acknowledged 2 alerts. They stay assigned to S. Okafor and M. de Vries",
  );
});

it("names the sites that refused an act, with the reason of the first", () => {
  const at = (name: string) => ({ name, reason: `You are a viewer at ${name}.` });
  expect(refusedWords(ENGLISH, [])).toBe("");
  expect(refusedWords(ENGLISH, [at("Almería")])).toBe("Not done at Almería: You are a viewer at Almería.");
  expect(refusedWords(ENGLISH, [at("Almería"), at("Westland")])).toBe(
    "Not done at Almería, Westland: You are a viewer at Almería.",
  );
});
