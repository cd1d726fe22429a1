// The examples for an operator's proxy say nothing that Leafwatch says itself.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

const deployed = (name: string) => readFileSync(join(root, "deploy", name), "utf8");

test("the units of systemd share user, data, settings and confinement, and the receiver gets its port from the socket", () => {
  const confinement = (name: string) =>
    deployed(name)
      .split("\n")
      .filter(
        (line) =>
          !/^(#|Description|ExecStart|After|Wants|Requires|Restart|Kill|Timeout|WantedBy|\[)/.test(line),
      )
      .join("\n");
  expect(confinement("leafwatch-receiver.service")).toBe(confinement("leafwatch.service"));
  expect(deployed("leafwatch-receiver.socket")).toContain("ListenStream=127.0.0.1:3000");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(deployed("leafwatch-receiver.service")).toContain(`ExecStart=/usr/bin/${scripts.receiver}\n`);
});

test.each(["nginx.conf", "Caddyfile"])("%s leaves the headers of the answers to Leafwatch", (name) => {
  const lines = readFileSync(join(root, "deploy", name), "utf8").split("\n");
  const settings = lines.filter((line) => !line.trim().startsWith("#")).join("\n");
  expect(settings).not.toMatch(/Strict-Transport-Security|X-Content-Type-Options|Content-Security-Policy/i);
});
