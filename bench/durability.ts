// Kills the app and Postgres at random moments under load: everything answered is stored once.

import type { Measured } from "./lib/benchmark";
import { disturb } from "./lib/disturbance";

export const name = "durability";

const KILLS = 200;
const ANSWERED = 10_000;

export async function run(): Promise<Measured> {
  const figures = await disturb({
    program: "next",
    ...{ kills: KILLS, answered: ANSWERED, senders: 16, pauseMs: 60 },
  });
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  if (figures.lost + figures.doubled > 0) throw new Error("Notifications were lost or doubled");
  const kills = figures.appKills + figures.postgresKills;
  return {
    name: `durability: kept once, after ${kills} kills`,
    ours: figures.answered - figures.lost - figures.doubled,
    baseline: figures.answered,
    unit: "notifications : answered",
  };
}
