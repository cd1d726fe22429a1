import { expect, it } from "vitest";
import { actWords, type DoneAct, refusedWords } from "./act-words";

const reader = { me: "R. Bakker", now: new Date("2026-11-20T12:00:00Z"), zone: "Europe/Amsterdam" };

it.each<[DoneAct, number, number, string]>([
  [{ act: "acknowledged", owner: "R. Bakker" }, 1, 1, "You have the alert"],
  [{ act: "acknowledged", owner: "M. de Vries" }, 3, 3, "M. de Vries has 3 alerts"],
  [{ act: "acknowledged", owner: "R. Bakker" }, 2, 3, "You have 2 of 3 alerts"],
  [{ act: "acknowledged", owner: "R. Bakker" }, 0, 1, "Somebody had it already"],
  [{ act: "assigned", owner: "M. de Vries" }, 1, 1, "Gave the alert to M. de Vries"],
  [{ act: "released" }, 2, 2, "Gave back 2 alerts: nobody has them now"],
  [{ act: "snoozed", until: new Date("2026-11-20T13:00:00Z") }, 1, 1, "Snoozed the alert until 14:00"],
  [{ act: "snoozed", until: null }, 2, 2, "Snoozed 2 alerts until they get worse"],
  [{ act: "unsnoozed" }, 1, 1, "Woke the alert: back in To acknowledge"],
])("words %j that changed %i of %i alerts", (done, changed, asked, words) => {
  expect(actWords(done, changed, asked, reader)).toBe(words);
});

it("says whose an acknowledged alert stays", () => {
  const done: DoneAct = { act: "acknowledged", owner: "R. Bakker" };
  expect(actWords(done, 1, 1, reader, ["S. Okafor"])).toBe("Acknowledged the alert: S. Okafor has it");
  expect(actWords(done, 3, 3, reader, ["S. Okafor"])).toBe(
    "Acknowledged 3 alerts: you have 2, S. Okafor has 1",
  );
  expect(actWords(done, 2, 2, reader, ["S. Okafor", "M. de Vries"])).toBe(
    "Acknowledged 2 alerts: S. Okafor and M. de Vries have them",
  );
});

it("names the sites that refused an act, with the reason of the first", () => {
  const at = (name: string) => ({ name, reason: `You are a viewer at ${name}.` });
  expect(refusedWords([])).toBe("");
  expect(refusedWords([at("Almería")])).toBe("Refused at Almería: You are a viewer at Almería.");
  expect(refusedWords([at("Almería"), at("Westland")])).toBe(
    "Refused at Almería, Westland: You are a viewer at Almería.",
  );
});
