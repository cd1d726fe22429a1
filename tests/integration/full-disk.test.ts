// A full disk: nothing acknowledged is lost, the state is reported everywhere, and all recovers once there is space.

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as ready } from "@/app/api/health/ready/route";
import { GET as metrics } from "@/app/api/metrics/route";
import { GET as freshness } from "@/app/api/v1/freshness/route";
import { Intake } from "@/lib/alerting/webhooks/intake.server";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { migrate } from "@/lib/base/db/migrate.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { holdDataDir } from "../../scripts/lib/data-dir.mjs";
import { startEmbeddedDatabase } from "../../scripts/lib/postgres/database.mjs";
import { Shutdown } from "../../scripts/lib/shutdown.mjs";
import { until } from "../support/connected-tenancy";
import {
  addTenancy,
  addToken,
  alertOf,
  call,
  send,
  type TestTenancy,
  useTestDatabase,
} from "../support/notifications";
import { mountSmallDisk, NO_SMALL_DISK } from "../support/small-disk";

const disk = mountSmallDisk(300);
afterAll(() => disk.remove());

type Stop = Parameters<Shutdown["add"]>[2];

/** The exit of a command, without the exit of this process. */
class CommandEnd extends Shutdown {
  #ended = false;
  readonly #stops: Stop[] = [];

  override get begun() {
    return this.#ended;
  }

  override add(...step: Parameters<Shutdown["add"]>) {
    this.#stops.push(step[2]);
    return super.add(...step);
  }

  async end(): Promise<void> {
    this.#ended = true;
    for (const stop of this.#stops.reverse()) await stop(true);
  }
}

describe.skipIf(!disk.isMounted)(
  disk.isMounted ? "the disk of the data folder is full" : NO_SMALL_DISK,
  () => {
    const command = new CommandEnd();
    const answered: string[] = [];
    let leave: () => Promise<void>;
    let farm: TestTenancy;
    let admin: string;

    beforeAll(async () => {
      process.env.LEAFWATCH_DATA_DIR = disk.path;
      const url = await startEmbeddedDatabase(command, await holdDataDir(command, disk.path));
      await migrate(url);
      leave = await useTestDatabase(async () => ({ url, drop: () => command.end() }));
      farm = await addTenancy();
      admin = await addToken("admin");
      const intake = new Intake({ folder: join(disk.path, "spool"), patienceMs: 4_000 });
      processSingleton<{ intake: Intake }>().intake = intake;
      intake.start();
    });
    afterAll(() => leave());

    /** As large as the webhook address accepts, in incompressible bytes. */
    async function sendLarge(): Promise<number> {
      const sent = alertOf(farm, { note: randomBytes(100_000).toString("base64") });
      const { status } = await send(farm, sent);
      if (status < 300) answered.push(sent.alertId);
      return status;
    }

    const isReady = async (status: number) => (await ready()).status === status;
    const fullSince = async () =>
      (await call(freshness, admin, { tenant: farm.tenantId })).answer.notifications?.diskFullSince;
    const metric = async (name: string) => {
      const headers = { authorization: `Bearer ${admin}` };
      const text = await (await metrics(new Request("http://farm.test/api/metrics", { headers }))).text();
      return Number(new RegExp(`^leafwatch_${name} (\\S+)$`, "m").exec(text)?.[1]);
    };

    it("is not reported while there is space", async () => {
      expect(await sendLarge()).toBe(200);
      await until(() => isReady(200), "readiness");
      expect(await fullSince()).toBeNull();
      expect(await metric("disk_full")).toBe(0);
      expect(await metric("disk_free_bytes")).toBeGreaterThan(20_000_000);
    });

    it("is reported by readiness, pages and a metric, and notifications go to the reserve", async () => {
      disk.fill();
      await until(() => isReady(503), "readiness to tell it");
      expect(await (await ready()).json()).toMatchObject({ spool: expect.stringMatching(/^full: /) });
      expect(await fullSince()).toEqual(expect.any(String));
      expect(await metric("disk_full")).toBe(1);
      expect(await metric("disk_free_bytes")).toBeLessThan(20_000_000);
      for (let n = 0; n < 50; n++) expect(await sendLarge()).toBeLessThan(300);
      expect(await metric("spooled_total")).toBeGreaterThan(0);
    });

    it("rejects notifications once the reserve is used up, and readiness reports that too", async () => {
      let status = 202;
      for (let n = 0; status < 300 && n < 1_000; n++) status = await sendLarge();
      expect(status).toBe(503);
      expect(await isReady(503)).toBe(true);
    });

    it("recovers once there is space: everything acknowledged is stored once", async () => {
      disk.makeRoom();
      await until(() => isReady(200), "readiness to return");
      await until(async () => (await sendLarge()) === 200, "the database to be used again");
      expect(await fullSince()).toBeNull();
      await until(async () => (await metric("spool_records")) === 0, "the spool to be applied");
      const there = await getPrisma().delivery.groupBy({
        by: ["alertId"],
        where: { alertId: { in: answered } },
        _count: true,
      });
      expect(there.map(({ _count }) => _count)).toEqual(answered.map(() => 1));
    });
  },
);
