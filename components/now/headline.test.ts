import { expect, test } from "vitest";
import { anAlert, inAreas } from "@/components/alerts/fixture.test-support";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { changeWords, headlineFor, judgeNews, newsWords } from "./headline";

const NOW = new Date("2026-10-14T12:42:00Z");
const counts = (high: number, medium: number, nobody: number) => ({
  open: high + medium,
  nobody,
  bySeverity: { high, medium, low: 0, plain: 0 },
  plants: { high: 0, medium: 0, low: 0, plain: 0 },
});
const by = "M. de Vries";
const taken = {
  acknowledgedAt: "2026-10-14T06:05:00.000Z",
  acknowledgedBy: by,
  owner: by,
  attention: false,
};

test("names the newest of the worst alerts that nobody has", () => {
  const fresh = anAlert({ raisedAt: "2026-10-14T12:12:00.000Z", areas: inAreas("W#Zone A#Bench 3") });
  expect(headlineFor(ENGLISH, counts(2, 0, 1), [anAlert(taken), fresh], NOW)).toBe(
    "2 HIGH alerts are open. New on Bench 3. Nobody has acknowledged it.",
  );
});

test("gives the age of an old alert that nobody has", () => {
  expect(headlineFor(ENGLISH, counts(1, 0, 1), [anAlert()], NOW)).toBe(
    "1 HIGH alert is open. Bench 14: HIGH for 7 h 30 min, not acknowledged.",
  );
  const neverRose = anAlert({ severitySince: null });
  expect(headlineFor(ENGLISH, counts(1, 0, 1), [neverRose], NOW)).toMatch(
    /Bench 14: open for 17 h 2 min, not acknowledged\.$/,
  );
});

test("tells a place from others of its name, whether or not these have an alert", () => {
  const tiers = (rack: string) => [1, 2, 3].map((tier) => `W#Hall#${rack}#Tier ${tier}`);
  const areas = [...tiers("Rack 1"), ...tiers("Rack 2")];
  const alert = anAlert({ severitySince: null, areas: inAreas(...tiers("Rack 2")) });
  const said = (paths: string[]) => headlineFor(ENGLISH, counts(1, 0, 1), [alert], NOW, paths);
  expect(said(areas)).toMatch(/ Rack 2 › Tier 1–3: open for/);
  expect(said(tiers("Rack 2"))).toMatch(/ Tier 1–3: open for/);
});

test("says whom an alert is assigned to who has not acknowledged it", () => {
  expect(headlineFor(ENGLISH, counts(1, 0, 1), [anAlert({ owner: "Joris" })], NOW)).toBe(
    "1 HIGH alert is open. Bench 14 is assigned to Joris, not acknowledged.",
  );
});

test("counts the others once the worst are acknowledged", () => {
  expect(headlineFor(ENGLISH, counts(1, 2, 2), [anAlert(taken)], NOW)).toBe(
    "1 HIGH alert is open. It is acknowledged. 2 milder alerts are not.",
  );
  expect(headlineFor(ENGLISH, counts(1, 0, 0), [anAlert(taken)], NOW)).toMatch(
    /Every open alert is acknowledged\.$/,
  );
});

test("names who acknowledged an alert that rose afterwards", () => {
  const rose = anAlert({ ...taken, attention: true, roseSinceAcknowledged: true });
  expect(headlineFor(ENGLISH, counts(1, 0, 0), [rose], NOW)).toBe(
    "1 HIGH alert is open. Bench 14 got worse after M. de Vries acknowledged it.",
  );
});

test("says nothing of who has the alerts where only some are known", () => {
  expect(headlineFor(ENGLISH, counts(2, 0, 0), null, NOW)).toBe("2 HIGH alerts are open.");
});

test("counts snoozed alerts as handled", () => {
  const away = anAlert({ attention: false, snoozed: "until-worse" });
  expect(headlineFor(ENGLISH, counts(1, 0, 1), [away], NOW)).toBe(
    "1 HIGH alert is open. All of them are acknowledged or snoozed.",
  );
});

test("says that no alert is open", () => {
  expect(headlineFor(ENGLISH, counts(0, 0, 0), [], NOW)).toBe("No alert is open.");
});

test("writes changes with their sign", () => {
  expect(changeWords(ENGLISH, 3, 1)?.long).toBe("+2 since yesterday");
  expect(changeWords(ENGLISH, 1, 3)?.short).toBe("−2 in 24 h");
  expect(changeWords(ENGLISH, 3, 3)).toEqual({ long: "same as yesterday", short: "no change" });
});

test("compares 0 with 0 in words of its own, and nothing with an unknown yesterday", () => {
  expect(changeWords(ENGLISH, 0, 0)?.long).toBe("none yesterday either");
  expect(changeWords(ENGLISH, 0, null)).toBeNull();
  expect(changeWords(ENGLISH, 4, null)).toBeNull();
});

test("names plant alerts by the word of their badge", () => {
  const critical = anAlert({ ...taken, type: null, category: "PLANT_CRITICAL_ALERT", severity: null });
  const plants = (high: number) => ({ high, medium: 0, low: 0, plain: 0 });
  expect(headlineFor(ENGLISH, { ...counts(1, 0, 0), plants: plants(1) }, [critical], NOW)).toMatch(
    /^1 CRITICAL alert is open\./,
  );
  expect(headlineFor(ENGLISH, { ...counts(2, 0, 0), plants: plants(1) }, [critical], NOW)).toMatch(
    /^2 HIGH or CRITICAL alerts are open\./,
  );
});

test("says what is new since a look, and nothing if nothing is", () => {
  const none = { opened: 0, rose: 0, taken: 0, noted: 2, snoozed: 0, closed: 0, open: 5 };
  expect(newsWords(ENGLISH, none)).toBeNull();
  expect(newsWords(ENGLISH, { ...none, opened: 2, rose: 1, closed: 3 })).toBe(
    "2 opened, 1 got worse, 3 closed",
  );
});

test.each([
  ["new", "2026-10-14T10:00:00Z", "2026-10-14T10:00:00Z"],
  ["worse", "2026-10-13T10:00:00Z", "2026-10-14T09:00:00Z"],
  [null, "2026-10-13T10:00:00Z", "2026-10-13T11:00:00Z"],
])("marks an alert as %s", (mark, raisedAt, severitySince) => {
  expect(judgeNews({ raisedAt, firstEventAt: raisedAt, severitySince }, "2026-10-14T09:00:00Z")).toBe(mark);
});
