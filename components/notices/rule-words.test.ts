import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import {
  areasWords,
  channelWords,
  clockText,
  parseClock,
  placeWords,
  reminderChoices,
  subjectWords,
} from "./rule-words";

describe("a rule", () => {
  it("is described by its alerts, its place and its channels", () => {
    expect(subjectWords(ENGLISH, { minRank: 2, types: [] })).toBe("MEDIUM and worse");
    expect(subjectWords(ENGLISH, { minRank: 0, types: ["HEALTH", "PLANT_LIGHT_ALERT"] })).toBe(
      "All alerts · Health, Light",
    );
    expect(placeWords(ENGLISH, { areaPath: "Farm#House 1", tenancyName: "Westland" })).toBe("Farm › House 1");
    expect(placeWords(ENGLISH, { areaPath: null, tenancyName: "Westland" })).toBe("Everywhere in Westland");
    expect(placeWords(ENGLISH, { areaPath: null, tenancyName: null })).toBe("All sites");
    const rule = { push: true, email: true, quietFrom: 1_320, quietTo: 390, remindMinutes: 90 };
    expect(channelWords(ENGLISH, rule, "own")).toBe(
      "To your devices and by email · quiet 22:00 to 06:30 · reminder after 1 h 30 min",
    );
    expect(
      channelWords(
        ENGLISH,
        { push: false, email: true, quietFrom: null, quietTo: null, remindMinutes: null },
        "other",
      ),
    ).toBe("By email");
  });

  it("of a team names up to two areas", () => {
    const [one, two, three] = ["Farm#A", "Farm#B", "Farm#C"] as const;
    expect(areasWords(ENGLISH, [], "Westland")).toBe("Everywhere in Westland");
    expect(areasWords(ENGLISH, [one, two], "Westland")).toBe("Farm › A; Farm › B");
    expect(areasWords(ENGLISH, [one, two, three], "Westland")).toBe("3 areas in Westland");
  });

  it("formats and parses times alike", () => {
    expect(parseClock(clockText(1_439))).toBe(1_439);
    expect(parseClock("")).toBeNull();
  });

  it("offers its own reminder beside the usual ones", () => {
    expect(reminderChoices(ENGLISH, 45).map(({ id }) => id)).toContain("45");
    expect(reminderChoices(ENGLISH, 60).filter(({ id }) => id === "60")).toHaveLength(1);
  });
});
