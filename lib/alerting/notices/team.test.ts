import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOpen } from "@/lib/base/core/area-limits";
import { isWithin } from "@/lib/base/core/paths";
import { HIGH_RULE, type TeamRule } from "./contract";
import type { PersonalRule } from "./plan";
import { areasFor, judgeHigh, judgeReach, type Member, toOwnRule } from "./team";

const PATHS = ["Farm", "Farm#A", "Farm#A#1", "Farm#A#2", "Farm#B", "Farm#B#1", "Farm#AB"];

const areas = fc.subarray(PATHS);
const limits = fc.option(areas.filter((paths) => paths.length > 0));
const rules = fc
  .record<TeamRule>({
    ...{ id: fc.constantFrom(1, 2), minRank: fc.integer({ min: 0, max: 3 }), areaPaths: areas },
    ...{ push: fc.boolean(), email: fc.boolean(), binding: fc.boolean(), provisioned: fc.boolean() },
    ...{ quietFrom: fc.constant(null), quietTo: fc.constant(null), remindMinutes: fc.constant(null) },
  })
  .filter(({ push, email }) => push || email);
const members = fc.record<Member>({
  ...{ userId: fc.constant(7), name: fc.constant("Maria"), within: limits },
  ...{ invited: fc.boolean(), hasDevice: fc.boolean(), muted: fc.subarray([1, 2]) },
});

const ruleOf = (part: Partial<TeamRule> = {}): TeamRule => ({
  ...HIGH_RULE,
  ...{ id: 1, provisioned: false },
  ...part,
});
const memberOf = (part: Partial<Member> = {}): Member => ({
  ...{ userId: 7, name: "Maria", within: null, invited: false, hasDevice: true, muted: [] },
  ...part,
});

describe("whom a team rule reaches", () => {
  it("is nobody who is invited, muted it, or may see none of its areas; a binding rule cannot be muted", () => {
    fc.assert(
      fc.property(rules, members, fc.boolean(), (rule, member, canMail) => {
        const { by } = judgeReach(rule, member, canMail);
        const sees =
          rule.areaPaths.length === 0 ||
          PATHS.some(
            (path) => isOpen(member.within, path) && rule.areaPaths.some((area) => isWithin(path, area)),
          );
        const isOut = member.invited || !sees || (!rule.binding && member.muted.includes(rule.id));
        expect(by.includes("push")).toBe(!isOut && rule.push && member.hasDevice);
        expect(by.includes("email")).toBe(!isOut && rule.email && canMail);
      }),
    );
  });

  it("comes with a reason for every channel that is missing", () => {
    fc.assert(
      fc.property(rules, members, fc.boolean(), (rule, member, canMail) => {
        const { by, lacks } = judgeReach(rule, member, canMail);
        const isWhole = by.length === [rule.push, rule.email].filter(Boolean).length;
        expect(lacks === null).toBe(isWhole);
      }),
    );
  });

  it.each<[Partial<TeamRule>, Partial<Member>, boolean, ReturnType<typeof judgeReach>["lacks"]]>([
    [{}, {}, true, null],
    [{}, { invited: true, muted: [1] }, true, "invited"],
    [{ areaPaths: ["Farm#B"] }, { within: ["Farm#A"] }, true, "other-areas"],
    [{ areaPaths: ["Farm"] }, { within: ["Farm#A"] }, true, null],
    [{}, { muted: [1] }, true, "muted"],
    [{ binding: true }, { muted: [1] }, true, null],
    [{}, { hasDevice: false }, true, "no-device"],
    [{}, {}, false, "no-mail-server"],
    [{}, { hasDevice: false }, false, "no-channel"],
    [{ push: false }, { hasDevice: false }, true, null],
    [{ email: false }, {}, false, null],
  ])("with rule %j, member %j, mail server %s: %s", (rule, member, canMail, lacks) => {
    expect(judgeReach(ruleOf(rule), memberOf(member), canMail).lacks).toBe(lacks);
  });
});

describe("a person's view of a team rule", () => {
  it("names no area that the person may not know of", () => {
    fc.assert(
      fc.property(rules, limits, (rule, within) => {
        const shown = areasFor(rule, within);
        const own = toOwnRule(rule, { tenantId: "T", name: "Farm", within }, false);
        expect(own?.areaPaths ?? null).toEqual(shown);
        for (const path of shown ?? [])
          expect(within === null || within.some((top) => isWithin(top, path) || isWithin(path, top))).toBe(
            true,
          );
      }),
    );
  });
});

describe("who is told of HIGH", () => {
  const personal = (part: Partial<PersonalRule> = {}): PersonalRule => ({
    ...{ id: 1, userId: 7, tenancyId: 1, timeZone: "UTC", minRank: 3, types: [], areaPath: null },
    ...{ push: true, email: false, quietFrom: null, quietTo: null, remindMinutes: null, within: null },
    ...{ createdAt: new Date(0) },
    ...part,
  });
  const facts = { tenancyId: 1, deviceOwners: new Set([7]), canMail: false };

  it.each<[string, PersonalRule[], { people: number; complete: boolean }]>([
    ["nobody without a rule", [], { people: 0, complete: false }],
    ["a person with a device", [personal(), personal({ minRank: 0 })], { people: 1, complete: true }],
    ["nobody of another tenancy", [personal({ tenancyId: 2 })], { people: 0, complete: false }],
    ["nobody without a device", [personal({ userId: 8 })], { people: 0, complete: false }],
    [
      "nobody by mail without a server",
      [personal({ push: false, email: true })],
      { people: 0, complete: false },
    ],
    ["some, of some areas", [personal({ areaPath: "Farm#A" })], { people: 1, complete: false }],
    ["some, who see some areas", [personal({ within: ["Farm#A"] })], { people: 1, complete: false }],
    ["some, of one type", [personal({ types: ["HEALTH"] })], { people: 1, complete: false }],
    ["nobody of light alone", [personal({ types: ["PLANT_LIGHT_ALERT"] })], { people: 0, complete: false }],
  ])("is %s", (_, given, expected) => {
    expect(judgeHigh(given, facts)).toEqual(expected);
  });
});
