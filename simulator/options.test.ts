import { expect, test } from "vitest";
import { parseOptions } from "./options";
import { VariantSet } from "./variants";

test("reads the command line", () => {
  const args =
    "--port 4100 --control --scopes data.indices:query --variant json --variant uri-key:url --delay-hours 24";
  const options = parseOptions([
    ...args.split(" "),
    "--webhook-url",
    "http://127.0.0.1:3000/hook",
    "--speed",
    "0",
  ]);
  expect(options).toMatchObject({
    port: 4100,
    controlPort: 0,
    scopes: ["data.indices:query"],
    delayHours: 24,
  });
  expect(options.variants).toEqual(["json", "uri-key:url"]);
  expect(options.webhook).toMatchObject({ speed: 0, replayDays: 30, signatureHeader: "Service-Signature" });
});

test.each([
  ["--port", "70000"],
  ["--speed", "fast"],
  ["--variant", "upside-down"],
  ["--webhook-url", "ftp://127.0.0.1/"],
  ["--client", "nobody"],
])("refuses a wrong %s", (name, value) => {
  const extra = name === "--speed" ? ["--webhook-url", "http://127.0.0.1/"] : [];
  expect(() => parseOptions([...extra, name, value])).toThrow();
});

test("variants accept only their own values", () => {
  const given = (variant: string) => parseOptions(["--variant", variant]).variants;
  expect(given("expired:404")).toEqual(["expired:404"]);
  for (const wrong of ["expired:500", "expired:", "cut:1", "nonsense:1", "uri-key:"]) {
    expect(() => given(wrong)).toThrow("Unknown variant");
  }
  const variants = new VariantSet(["redirect:303"]);
  expect([variants.has("redirect"), variants.valueOf("redirect"), variants.valueOf("expired")]).toEqual([
    true,
    "303",
    "410",
  ]);
});
