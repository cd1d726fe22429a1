import { describe, expect, test } from "vitest";
import { argumentsOf, faultsOf, flatten, pseudo } from "./catalog.mjs";
import { clientKeys } from "./client-keys.mjs";
import { readCatalogs } from "./messages.mjs";

test("a message's arguments have the types that its format takes", () => {
  expect([...argumentsOf("{who} has {count, plural, one {# alert} other {{count, number} alerts}}")]).toEqual(
    [
      ["count", "number"],
      ["who", "string"],
    ],
  );
  expect([...argumentsOf("{state, select, open {since {at}} other {closed}}")]).toEqual([
    ["at", "string"],
    ["state", '"open" | "other"'],
  ]);
  expect(() => argumentsOf("{at, date, short}")).toThrow("site time");
  expect([...argumentsOf("<link>Now {at}</link>")]).toEqual([
    ["at", "string"],
    ["link", "ReactElement"],
  ]);
  expect(() => argumentsOf("{open")).toThrow();
});

test("the pseudo-language is longer, and keeps arguments and plurals", () => {
  const said = pseudo("{count, plural, one {# alert} other {# alerts}} at {place}");
  expect(said).toMatch(/^⟦.*~+⟧$/);
  expect([...argumentsOf(said)]).toEqual([...argumentsOf("{count, plural, other {#}} {place}")]);
  expect(pseudo("Sign in").length).toBeGreaterThanOrEqual(Math.ceil("Sign in".length * 1.4));
});

test("a translation is at fault where it lacks a message, has another, or takes other arguments", () => {
  const english = {
    a: "One",
    b: "{count, plural, one {#} other {#}}",
    c: "{x, select, on {On} other {Off}}",
  };
  expect(
    faultsOf(english, {
      a: "Eén",
      b: "{count, plural, one {#} few {#} other {#}}",
      c: "{x, select, on {Aan} other {Uit}}",
    }),
  ).toEqual([]);
  expect(
    faultsOf(english, {
      b: "{number, plural, other {#}}",
      c: "{x, select, aan {Aan} other {Uit}}",
      d: "Too much",
    }),
  ).toEqual([
    "a is missing",
    "b takes (number: number) instead of (count: number)",
    'c takes (x: "aan" | "other") instead of (x: "on" | "other")',
    "d is not in messages/en.json",
  ]);
});

describe("the messages of the product", () => {
  const catalogs = readCatalogs();
  const english = catalogs.get("en") ?? {};

  test("are complete in each language", () => {
    for (const [language, catalog] of catalogs) expect(faultsOf(english, catalog), language).toEqual([]);
  });

  test("are all used", async () => {
    const { readdir, readFile } = await import("node:fs/promises");
    const files = (
      await Promise.all(
        ["app", "components", "lib", "scripts"].map(async (folder) =>
          (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
        ),
      )
    )
      .flat()
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
    const sources = (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
    expect(Object.keys(english).filter((key) => !sources.includes(`"${key}"`))).toEqual([]);
  });

  test("go to the pages whose code in the browser uses them, and to no others", () => {
    const pages = clientKeys(new Set(Object.keys(flatten(english))));
    expect(pages["(auth)/sign-in"]).toContain("auth.signIn.password");
    // Said by the server.
    expect(pages["(auth)/sign-in"]).not.toContain("auth.signIn.running");
    expect(pages["(site)/areas"] ?? []).not.toContain("auth.signIn.password");
  });
});
