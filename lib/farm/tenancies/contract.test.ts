import { describe, expect, it } from "vitest";
import { testValuesSchema } from "@/lib/operations/connecting/connection-step";
import { tenancySettingsSchema, typedSecret } from "./contract";

const typed = { baseUrl: "", authUrl: "", clientId: "", tokenAuth: "basic", dataDelayHours: 1 };
const settings = {
  ...{
    ...typed,
    name: "Westland",
    slug: "westland",
    timeZone: "Europe/Amsterdam",
    signatureHeader: "Service-Signature",
  },
  ...{ queryDeadlineMinutes: 60, syncEnabled: false, syncTypes: ["indices"], backfillDays: 30 },
  ...{ syncEveryMinutes: 60, recoveryHours: 6, shiftTimes: ["06:00", "18:00"] },
};

describe("optional members of the tenancy form", () => {
  it("are saved as null if empty, and tested as empty", () => {
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

it.each([
  "https://auth.example/oauth2/token",
  " https://auth.example/oauth2/token/ ",
  "https://auth.example",
])("understands the sign-in address %s as people paste it", (authUrl) => {
  expect(tenancySettingsSchema.parse({ ...settings, authUrl }).authUrl).toBe("https://auth.example");
  expect(testValuesSchema.parse({ ...typed, authUrl, clientSecret: " s3cret\n" })).toMatchObject({
    authUrl: "https://auth.example",
    clientSecret: "s3cret",
  });
});

it("trims a pasted secret, and refuses one of only white space", () => {
  expect(typedSecret.parse("\t s3 cret \n")).toBe("s3 cret");
  expect(typedSecret.safeParse(" \n").error?.issues[0]?.message).toBe("is empty");
});
