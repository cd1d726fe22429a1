import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";

const key = randomBytes(32).toString("base64");

/** The environment as a process with these variables would read it. */
async function envOf(variables: Record<string, string>) {
  vi.resetModules();
  const base = { DATABASE_URL: "postgres://nobody@localhost/none", LEAFWATCH_SECRET_KEYS: key };
  for (const [name, value] of Object.entries({ ...base, ...variables })) vi.stubEnv(name, value);
  return (await import("./env.server")).env();
}

afterEach(() => vi.unstubAllEnvs());

describe("the environment", () => {
  it("has an address of its own where none is given", async () => {
    expect((await envOf({ PORT: "4321", LEAFWATCH_URL: "" })).LEAFWATCH_URL).toBe("http://localhost:4321");
  });

  it("refuses to turn passwords off without a provider", async () => {
    await expect(envOf({ LEAFWATCH_PASSWORDS: "off" })).rejects.toThrow(/nobody can sign in/);
  });

  it("maps groups of the provider to roles", async () => {
    const { LEAFWATCH_OIDC } = await envOf({
      LEAFWATCH_OIDC_ISSUER: "https://login.farm.example",
      LEAFWATCH_OIDC_CLIENT_ID: "leafwatch",
      LEAFWATCH_OIDC_CLIENT_SECRET: "x",
      LEAFWATCH_OIDC_ROLES: "cn=growers=grower, plant admins=admin",
    });
    expect(LEAFWATCH_OIDC).toMatchObject({
      groupsClaim: "groups",
      roles: [
        { group: "cn=growers", role: "grower" },
        { group: "plant admins", role: "admin" },
      ],
    });
  });

  it.each(["plants.farm.example", "10.0.0.0/8,fd00::/8", "192.168.1.7", ""])(
    "may allow %j",
    async (hosts) => {
      const { LEAFWATCH_ALLOW_PRIVATE_HOSTS: allowed } = await envOf({
        LEAFWATCH_ALLOW_PRIVATE_HOSTS: hosts,
      });
      expect(allowed.join(",")).toBe(hosts);
    },
  );

  it.each([
    ["LEAFWATCH_ALLOW_PRIVATE_HOSTS", "10.0.0.0/99"],
    ["LEAFWATCH_ALLOW_PRIVATE_HOSTS", "plants.example/8"],
    ["LEAFWATCH_ALLOW_PRIVATE_HOSTS", "10.0.0.8:8443"],
    ["LEAFWATCH_ALLOW_PRIVATE_HOSTS", "plants.farm.example:8443"],
    ["LEAFWATCH_URL", "https://farm.example/leafwatch"],
    ["LEAFWATCH_URL", "https://farm.example/?a"],
    ["LEAFWATCH_URL", "nowhere-at-all"],
    ["LEAFWATCH_OIDC_ROLES", "a group"],
    ["LEAFWATCH_OIDC_ROLES", "growers=boss"],
    ["LEAFWATCH_OIDC_ROLES", "=admin"],
    ["LEAFWATCH_PASSWORDS", "never"],
    ["LEAFWATCH_TRUSTED_PROXIES", "proxy.farm.example"],
    ["LEAFWATCH_TRUSTED_PROXIES", "10.0.0.1,172.16.0.0/33"],
    ["LEAFWATCH_SECRET_KEYS", "too-short"],
    ["LEAFWATCH_SECURITY_CONTACT", "somebody"],
    ["LEAFWATCH_LOG_LEVEL", "loud"],
    ["LEAFWATCH_WORKER", "sometimes"],
    ["PORT", "70000"],
    ["LEAFWATCH_SMTP_URL", "https://user:secret@mail.example"],
    ["LEAFWATCH_SMTP_FROM", "nobody"],
  ])("refuses %s=%s by its name and without its value", async (name, value) => {
    const error = await envOf({ [name]: value }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`The environment variable ${name} is wrong`);
    expect(String(error)).not.toContain(value);
  });

  it.each([
    [{ LEAFWATCH_SMTP_URL: "smtps://user:secret@mail.example" }, "LEAFWATCH_SMTP_FROM"],
    [{ LEAFWATCH_SMTP_FROM: "Leafwatch <leafwatch@farm.example>" }, "LEAFWATCH_SMTP_URL"],
  ])("names the half of the mail settings that is missing: %j", async (given, missing) => {
    const error = await envOf(given).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`The environment variable ${missing} is missing`);
    expect(String(error)).not.toContain("secret");
  });
});
