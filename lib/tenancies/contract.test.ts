import { describe, expect, it } from "vitest";
import { testValuesSchema } from "./connection-step";
import { tenancySettingsSchema } from "./contract";

const typed = { baseUrl: "", authUrl: "", clientId: "", tokenAuth: "basic", dataDelayHours: 1 };
const settings = {
  ...{ ...typed, name: "Westland", timeZone: "Europe/Amsterdam", signatureHeader: "Service-Signature" },
  ...{ queryDeadlineMinutes: 60, syncEnabled: false, syncTypes: ["indices"], backfillDays: 30 },
  ...{ syncEveryMinutes: 60, recoveryHours: 6 },
};

describe("what may be left empty in the form of a tenancy", () => {
  it("is saved as none, and tested as empty", () => {
    expect(tenancySettingsSchema.parse(settings)).toMatchObject({ baseUrl: null, clientId: null });
    expect(testValuesSchema.parse({ ...typed, clientSecret: "" })).toMatchObject({
      baseUrl: "",
      clientId: "",
    });
  });

  it.each([
    ["saved", tenancySettingsSchema, settings],
    ["tested", testValuesSchema, { ...typed, clientSecret: "" }],
  ])("is told what is wrong with it when it is %s", (_, schema, values) => {
    const result = schema.safeParse({ ...values, baseUrl: "plants.example" });

    expect(result.error?.issues).toEqual([
      expect.objectContaining({
        path: ["baseUrl"],
        message: expect.stringContaining("lacks https:// at its start"),
      }),
    ]);
  });
});
