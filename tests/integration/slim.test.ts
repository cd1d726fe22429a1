// The image, as far as it can be tried without a container engine: the steps of the Dockerfile, followed in a folder.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { isBuilt } from "../../scripts/lib/build.mjs";
import { inCheckout, typescriptArguments } from "../../scripts/lib/checkout.mjs";
import { freePort, RunningCommand, until } from "../support/command";
import { addTenancy, alertOf, sign, type TestTenancy, useTestDatabase } from "../support/notifications";

const dockerfile = readFileSync(inCheckout("Dockerfile"), "utf8").replaceAll("\\\n", " ");
/** With the base image (some 230 MB) and what later versions add, the image stays under 600 MB. */
const MAX_MEGABYTES = 290;
const canTry = isBuilt();
if (!canTry)
  console.warn("There is no build of these sources (npm run build): the image's folder is not tried.");

describe.skipIf(!canTry)("the folder of the image", () => {
  const started: RunningCommand[] = [];
  let folder: string;
  let app: string;
  let leave: () => Promise<void>;
  let farm: TestTenancy;
  let settings: Record<string, string>;

  const run = (args: string[], env: Record<string, string> = {}) => {
    const one = new RunningCommand(process.execPath, args, { ...settings, ...env }, app);
    started.push(one);
    return one;
  };

  beforeAll(async () => {
    leave = await useTestDatabase();
    farm = await addTenancy();
    folder = await mkdtemp(join(tmpdir(), "leafwatch-image-"));
    app = join(folder, "app");
    settings = {
      ...{ HOST: "127.0.0.1", LEAFWATCH_DATA_DIR: join(folder, "data") },
      ...{
        LEAFWATCH_SECRET_KEYS: process.env.LEAFWATCH_SECRET_KEYS ?? "",
        LEAFWATCH_TRUSTED_PROXIES: "127.0.0.1",
      },
      ...{ DATABASE_URL: process.env.DATABASE_URL ?? "" },
    };
    const [, made] = /^RUN npm run build && node (scripts\/slim\.mjs) \/slim$/m.exec(dockerfile) ?? [];
    expect(dockerfile).toMatch(/^COPY --from=build \/slim \/app$/m);
    expect(
      spawnSync(process.execPath, [made ?? "", app], { cwd: inCheckout(), encoding: "utf8" }).stderr,
    ).toBe("");
  });
  afterAll(async () => {
    for (const one of started) if (one.child.exitCode === null) await one.end("SIGTERM");
    await rm(folder, { recursive: true, force: true });
    await leave();
  });

  test("is small, and has no development packages", () => {
    const { stdout } = spawnSync("du", ["-sm", app], { encoding: "utf8" });
    expect(Number.parseInt(stdout, 10)).toBeLessThan(MAX_MEGABYTES);
    const { packages } = JSON.parse(readFileSync(inCheckout("package-lock.json"), "utf8"));
    const development = Object.keys(packages).filter((path) => packages[path].dev);
    expect(development.length).toBeGreaterThan(50);
    expect(development.filter((path) => existsSync(join(app, path)))).toEqual([]);
  });

  test("serves pages, runs admin commands, and loses no notification while it restarts behind the receiver", async () => {
    const [, entry = "[]"] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
    const [node, ...args] = JSON.parse(entry) as string[];
    expect(node).toBe("node");
    const port = await freePort();
    const start = async () => {
      const one = run(args, { PORT: String(port) });
      await until(() => one.stdout.includes("Leafwatch is ready") || one.child.exitCode !== null);
      expect(`${one.stdout}${one.stderr}`).toContain("Leafwatch is ready");
      // It is what was built: nothing is installed, generated or built again.
      expect(one.stdout).not.toMatch(/Installing|Generating|Building/);
      return one;
    };
    let leafwatch = await start();
    const receiver = run([...typescriptArguments, "scripts/receiver.ts"], {
      ...{ PORT: "0", LEAFWATCH_APP_ADDRESS: `http://127.0.0.1:${port}` },
    });
    await until(() => /ready on port \d+/.test(receiver.stdout));
    const address = `http://127.0.0.1:${/ready on port (\d+)/.exec(receiver.stdout)?.[1]}`;
    // On a loaded machine the database answers late at first.
    expect(await until(async () => (await fetch(`${address}/api/health/ready`)).status === 200)).toBe(true);
    const page = await fetch(`${address}/sign-in`);
    expect(page.status).toBe(200);
    const [, script = ""] = /src="(\/_next\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await fetch(address + script)).status).toBe(200);
    const { stdout } = await run(["scripts/admin.mjs", "doctor"]).ended;
    expect(stdout).toMatch(/^ok {4}The database answers/m);

    const sent: string[] = [];
    const statuses = new Set<number>();
    let restarting = true;
    const sending = (async () => {
      while (restarting) {
        const due = sleep(25);
        const alert = alertOf(farm);
        const body = JSON.stringify(alert);
        const headers = { [farm.header]: sign(body, farm.secret) };
        sent.push(alert.notificationId);
        statuses.add(
          (await fetch(`${address}/api/webhooks/alerts`, { method: "POST", body, headers })).status,
        );
        await due;
      }
    })();
    for (let restarts = 0; restarts < 2; restarts += 1) {
      const before = sent.length;
      await until(() => sent.length > before + 10);
      expect((await leafwatch.end("SIGTERM")).code).toBe(0);
      leafwatch = await start();
    }
    restarting = false;
    await sending;
    expect([...statuses].sort()).toEqual([200, 202]);
    const kept = async () =>
      (
        await getPrisma().notification.findMany({
          where: { tenancyId: farm.id },
          select: { notificationId: true },
        })
      )
        .map(({ notificationId }) => notificationId)
        .sort();
    expect(await until(async () => (await kept()).length === sent.length)).toBe(true);
    expect(await kept()).toEqual(sent.sort());
  }, 180_000);
});
