// People in a provisioning file: their areas, names and notice rules.

import { describe, expect, test } from "vitest";
import {
  changeTeamRule,
  readNotices,
  removeRule,
  removeTeamRule,
  saveOwnRule,
} from "@/lib/alerting/notices/service.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { readAccount, renameSelf } from "@/lib/identity/users/account-service.server";
import { editUser, setUserAreas } from "@/lib/identity/users/service.server";
import { releaseProvisioning } from "@/lib/operations/provisioning/service.server";
import { type Json, provisioningDatabase, snapshot, WESTLAND } from "../support/provisioning";

const { apply, toFault } = provisioningDatabase();
const growerOf = (id: number) =>
  makeActor({ kind: "user", id, name: "Ria", role: "grower", tenancyId: null });
const RIA = { email: "ria@example.com", password: "a long password", role: "grower" };
const EAST = { ...WESTLAND, tenantId: "EAST", name: "East", webhookSecrets: ["another webhook secret"] };

describe("the control areas of a user", () => {
  const withUser = (user: Json, tenancies: Json[] = [WESTLAND]) => ({
    tenancies,
    users: [{ ...RIA, ...user }],
  });
  const stored = () => getPrisma().user.findUniqueOrThrow({ where: { email: "ria@example.com" } });

  test("are set by the file and locked; omitted from it they stay, unlocked", async () => {
    const areas = [{ tenantId: WESTLAND.tenantId, path: "House#Zone 1" }];
    await apply(withUser({ areas: ["House#Zone 1"] }));
    expect(await stored()).toMatchObject({ areas, areasProvisioned: true });
    const id = (await stored()).id;
    await expect(setUserAreas(SYSTEM, { id, areas: null })).rejects.toThrow(/provisioning file/);
    await apply(withUser({}));
    expect(await stored()).toMatchObject({ areas, areasProvisioned: false, provisioned: true });
    await apply(withUser({ areas: null }));
    expect(await stored()).toMatchObject({ areas: null, areasProvisioned: true });
    await releaseProvisioning();
    expect(await stored()).toMatchObject({ areasProvisioned: false });
  });

  test("must name their tenancy if there are several", async () => {
    expect(await toFault(withUser({ areas: ["House"] }, [WESTLAND, EAST]))).toMatch(
      /^users\[0\]\.areas\[0\]: has to say of which tenancy/,
    );
    await apply(withUser({ areas: [{ tenantId: "EAST", path: "House" }] }, [WESTLAND, EAST]));
    expect(await stored()).toMatchObject({ areas: [{ tenantId: "EAST", path: "House" }] });
  });

  test("may have a role of their own in a tenancy", async () => {
    const roles = {
      OWN: { tenantId: WESTLAND.tenantId, path: null },
      EAST: { tenantId: "EAST", path: null },
    };
    const withRoles = (role: string, own: Json, east: Json) =>
      apply(
        withUser(
          {
            role,
            areas: [
              { ...roles.OWN, ...own },
              { ...roles.EAST, ...east },
            ],
          },
          [WESTLAND, EAST],
        ),
      );
    const settled = { role: "grower", areas: [roles.OWN, { ...roles.EAST, role: "viewer" }] };
    await withRoles("viewer", { role: "grower" }, {});
    expect(await stored()).toMatchObject(settled);
    await withRoles("grower", {}, { role: "viewer" });
    expect(await stored()).toMatchObject(settled);

    await apply(withUser({}, [WESTLAND, EAST]));
    const { id } = await stored();
    await expect(setUserAreas(SYSTEM, { id, areas: [{ ...roles.OWN, role: "viewer" }] })).rejects.toThrow(
      /role of .* provisioning file/,
    );
    await setUserAreas(SYSTEM, { id, areas: [{ ...roles.OWN, role: "viewer" }, roles.EAST] });
    await apply(withUser({}, [WESTLAND, EAST]));
    expect(await stored()).toMatchObject({
      role: "grower",
      areas: [{ ...roles.OWN, role: "viewer" }, roles.EAST],
    });
  });

  test.each([
    [{ areas: [{ tenantId: WESTLAND.tenantId, path: null, role: "admin" }] }, /^users\[0\]\.areas\[0\]/],
    [
      {
        areas: [
          { tenantId: WESTLAND.tenantId, path: "House" },
          { tenantId: WESTLAND.tenantId, path: "Hall", role: "viewer" },
        ],
      },
      /^users\[0\]\.areas: gives two roles in /,
    ],
    [{ areas: [] }, /^users\[0\]\.areas: has none/],
    [{ areas: "House" }, /^users\[0\]\.areas: has to be a list/],
    [{ areas: [{ path: "House" }] }, /^users\[0\]\.areas\[0\]/],
    [{ areas: [{ tenantId: "NONE", path: "House" }] }, /^users\[0\]\.areas\[0\]\.tenantId: no tenancy/],
    [{ areas: ["House"], role: "admin" }, /^users\[0\]\.areas: limits an admin/],
  ])("are rejected with their path in the file: %j", async (user, fault) => {
    expect(await toFault(withUser(user))).toMatch(fault);
  });
});

describe("the name of a user", () => {
  test("is locked for admins and the person only if the file sets it", async () => {
    await apply({ users: [{ ...RIA, name: "R. Bakker" }] });
    const { id } = await getPrisma().user.findFirstOrThrow();
    const self = growerOf(id);
    expect(await readAccount(self)).toMatchObject({ name: "R. Bakker", nameProvisioned: true });
    await expect(renameSelf(self, { name: "Ria" })).rejects.toThrow(/provisioning file/);
    await expect(editUser(SYSTEM, { id, name: "Ria", role: "grower" })).rejects.toThrow(/provisioning file/);

    await apply({ users: [RIA] });
    expect(await readAccount(self)).toMatchObject({ name: "R. Bakker", nameProvisioned: false });
    await renameSelf(self, { name: "Ria" });
    await apply({ users: [RIA] });
    expect(await readAccount(self)).toMatchObject({ name: "Ria" });
  });
});

describe("notice rules", () => {
  const RULE = {
    ...{
      email: "Ria@example.com",
      name: "Nights",
      severity: "HIGH",
      types: ["HEALTH"],
      area: "House#Zone 1",
    },
    ...{ channels: ["email"], quietHours: { from: "22:00", to: "06:30" }, remindMinutes: 30 },
  };
  const withRule = (rule: Json, user: Json = RIA) => ({
    tenancies: [WESTLAND],
    users: [user],
    noticeRules: [{ ...RULE, ...rule }],
  });
  const asRia = async () => growerOf((await getPrisma().user.findFirstOrThrow()).id);

  test("are created from the file; a second start changes nothing", async () => {
    await apply(withRule({}));
    const before = await snapshot();
    await apply(withRule({}));
    expect(await snapshot()).toEqual(before);
    const { rules } = await readNotices(await asRia());
    expect(rules).toEqual([
      {
        ...{
          id: expect.any(Number),
          tenant: WESTLAND.tenantId,
          tenancyName: "Westland",
          provisioned: true,
        },
        ...{ minRank: 3, types: ["HEALTH"], areaPath: "House#Zone 1", push: false, email: true },
        ...{ quietFrom: 22 * 60, quietTo: 6 * 60 + 30, remindMinutes: 30 },
      },
    ]);
  });

  test("are updated by name, with defaults for missing members", async () => {
    await apply(withRule({}));
    const { email, name } = RULE;
    await apply({ ...withRule({}), noticeRules: [{ email, name }] });
    const { rules } = await readNotices(await asRia());
    expect(rules).toMatchObject([
      {
        ...{ minRank: 2, types: [], areaPath: null, push: true, email: false },
        ...{ quietFrom: null, quietTo: null, remindMinutes: null },
      },
    ]);
  });

  test("are locked for their person; omitted from the file they stay, unlocked", async () => {
    await apply(withRule({}));
    const self = await asRia();
    const [rule] = (await readNotices(self)).rules;
    const { tenancyName: _, provisioned: __, ...facts } = rule ?? expect.fail("there is no rule");
    const changed = { ...facts, minRank: 0 };
    await expect(saveOwnRule(self, changed)).rejects.toThrow(/provisioning file/);
    await expect(removeRule(self, facts.id)).rejects.toThrow(/provisioning file/);

    await releaseProvisioning();
    await saveOwnRule(self, changed);
    expect((await readNotices(self)).rules).toMatchObject([{ id: facts.id, minRank: 0, provisioned: false }]);
    await apply(withRule({}));
    expect((await readNotices(self)).rules).toMatchObject([{ id: facts.id, minRank: 3, provisioned: true }]);
  });

  test.each([
    [{ email: "nobody@example.com" }, /^noticeRules\[0\]\.email: nobody has this e-mail/],
    [{ tenantId: "NONE" }, /^noticeRules\[0\]\.tenantId: no tenancy has this/],
    [
      { severity: "high" },
      /^noticeRules\[0\]\.severity: has to be HIGH, MEDIUM, LOW or all\. Correct the provisioning file/,
    ],
    [{ types: ["COLOUR"] }, /^noticeRules\[0\]\.types\[0\]: has to be one of HEALTH, /],
    [{ area: "" }, /^noticeRules\[0\]\.area: /],
    [
      { channels: [] },
      /^noticeRules\[0\]\.channels: has to name push, email or both\. Correct the provisioning file/,
    ],
    [
      { channels: ["fax"] },
      /^noticeRules\[0\]\.channels\[0\]: has to be push or email\. Correct the provisioning file/,
    ],
    [{ quietHours: { from: "22:00" } }, /^noticeRules\[0\]\.quietHours\.to: has to be a time/],
    [{ quietHours: { from: "24:00", to: "06:00" } }, /^noticeRules\[0\]\.quietHours\.from: has to be a time/],
    [{ quietHours: { from: "06:00", to: "06:00" } }, /^noticeRules\[0\]\.quietHours\.to: .*never end/],
    [
      { remindMinutes: 0 },
      /^noticeRules\[0\]\.remindMinutes: has to be 1 or more\. Correct the provisioning file/,
    ],
    [{ colour: "red" }, /^noticeRules\[0\]\.colour: is not known here\. Correct the provisioning file/],
  ])("are rejected with their path in the file: %j", async (rule, fault) => {
    expect(await toFault(withRule(rule))).toMatch(fault);
  });

  test("are limited to the person's areas in the file, and have unique names", async () => {
    expect(await toFault(withRule({ area: "Field" }, { ...RIA, areas: ["House"] }))).toMatch(
      /^noticeRules\[0\]\.area: is not among the areas/,
    );
    expect(await toFault(withRule({}, { ...RIA, areas: ["House"] }))).toBe("applied");
    expect(await toFault({ ...withRule({}), noticeRules: [RULE, RULE] })).toMatch(
      /^noticeRules\[1\]\.name: stands twice/,
    );
  });

  test("must name their tenancy if there are several", async () => {
    const both = { tenancies: [WESTLAND, EAST], users: [RIA] };
    expect(await toFault({ ...both, noticeRules: [RULE] })).toMatch(
      /^noticeRules\[0\]\.tenantId: is missing: there are several/,
    );
    await apply({ ...both, noticeRules: [{ ...RULE, tenantId: "EAST" }] });
    expect((await readNotices(await asRia())).rules).toMatchObject([{ tenancyName: "East" }]);
    expect(await toFault({ users: [RIA], noticeRules: [{ ...RULE, tenantId: "NONE" }] })).toMatch(
      /no tenancy has/,
    );
  });

  test("cover all sites with allSites", async () => {
    const both = { tenancies: [WESTLAND, EAST], users: [RIA] };
    const all = { ...RULE, area: null, allSites: true };
    await apply({ ...both, noticeRules: [all, { ...RULE, tenantId: "EAST" }] });
    const before = await snapshot();
    await apply({ ...both, noticeRules: [all, { ...RULE, tenantId: "EAST" }] });
    expect(await snapshot()).toEqual(before);
    expect((await readNotices(await asRia())).rules).toMatchObject([
      { tenant: null, areaPath: null, provisioned: true },
      { tenant: "EAST" },
    ]);
    expect(await toFault({ ...both, noticeRules: [{ ...all, tenantId: "EAST" }] })).toMatch(
      /^noticeRules\[0\]\.tenantId: .*all sites/,
    );
    expect(await toFault({ ...both, noticeRules: [{ ...all, area: "House" }] })).toMatch(
      /^noticeRules\[0\]\.area: .*one site/,
    );
    expect(await toFault({ ...both, noticeRules: [all, all] })).toMatch(
      /^noticeRules\[1\]\.name: stands twice/,
    );
  });
});

describe("team rules", () => {
  const RULE = {
    ...{ name: "Nights", severity: "MEDIUM", areas: ["House#Zone 1"], channels: ["email"], binding: true },
    ...{ quietHours: { from: "22:00", to: "06:30" }, remindMinutes: 30 },
  };
  const withRule = (rule: Json) => ({
    tenancies: [WESTLAND],
    users: [RIA],
    teamRules: [{ ...RULE, ...rule }],
  });
  const stored = async () =>
    (await getPrisma().teamRule.findMany()).map(({ tenancyId: _, createdAt: __, ...rule }) => rule);

  test("are set by the file, whole; left out, members have their defaults", async () => {
    await apply(withRule({}));
    expect(await stored()).toMatchObject([
      {
        ...{ name: "Nights", minRank: 2, areaPaths: ["House#Zone 1"], push: false, email: true },
        ...{ quietFrom: 22 * 60, quietTo: 6 * 60 + 30, remindMinutes: 30, binding: true, provisioned: true },
      },
    ]);
    const before = await snapshot();
    await apply(withRule({}));
    expect(await snapshot()).toEqual(before);
    await apply({ tenancies: [WESTLAND], teamRules: [{ name: "Nights" }] });
    expect(await stored()).toMatchObject([
      {
        ...{ minRank: 3, areaPaths: [], push: true, email: true, binding: false },
        ...{ quietFrom: null, quietTo: null, remindMinutes: null },
      },
    ]);
  });

  test("are locked for admins while the file names them", async () => {
    await apply(withRule({}));
    const [rule] = await stored();
    const { name: _, provisioned: __, ...facts } = rule ?? expect.fail("there is no rule");
    const changed = { ...facts, tenantId: WESTLAND.tenantId, binding: false };
    await expect(changeTeamRule(SYSTEM, changed)).rejects.toThrow(/provisioning file/);
    await expect(removeTeamRule(SYSTEM, changed)).rejects.toThrow(/provisioning file/);
    await releaseProvisioning();
    await changeTeamRule(SYSTEM, changed);
    expect(await stored()).toMatchObject([{ name: "Nights", binding: false, provisioned: false }]);
    await apply(withRule({}));
    expect(await stored()).toMatchObject([{ id: facts.id, binding: true, provisioned: true }]);
  });

  test.each([
    [{ areas: [""] }, /^teamRules\[0\]\.areas\[0\]: is empty/],
    [{ areas: "House" }, /^teamRules\[0\]\.areas: has to be a list of paths/],
    [{ binding: "yes" }, /^teamRules\[0\]\.binding: has to be true or false/],
    [{ channels: [] }, /^teamRules\[0\]\.channels: has to name push, email or both/],
    [{ tenantId: "NONE" }, /^teamRules\[0\]\.tenantId: no tenancy has this/],
    [{ email: "ria@example.com" }, /^teamRules\[0\]\.email: is not known here/],
  ])("with %j are refused", async (rule, fault) => {
    expect(await toFault(withRule(rule))).toMatch(fault);
  });

  test("stand once for each tenancy", async () => {
    expect(await toFault({ ...withRule({}), teamRules: [RULE, RULE] })).toMatch(
      /^teamRules\[1\]\.name: stands twice/,
    );
  });
});
