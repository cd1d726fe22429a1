import { expect, it } from "vitest";
import { HOUR } from "../time";
import { createEpisodes } from "./episodes";
import { createFarm } from "./farm";
import { chooseLostCloses } from "./lost-closes";

const now = Date.UTC(2026, 9, 14, 12);
const farm = createFarm(1, now);
const episodes = createEpisodes(farm);

it("loses the closing of an alert that is over and whose plants are well", () => {
  const lost = chooseLostCloses({ farm, episodes }, 1, now);
  expect(lost.size).toBe(1);
  const [alert] = episodes.raisedIn(now - 300 * HOUR, now).filter(({ alertId }) => lost.has(alertId));
  expect(alert?.closeReason).toBe("RECOVERY_DETECTED");
  expect(alert?.closedAt).toBeLessThan(now - 24 * HOUR);
  expect(alert?.plot && episodes.stressAt(alert.plot, now - HOUR).health).toBeLessThan(0.2);
});

it("is the same again for the same seed and instant, and none where none is wished", () => {
  expect(chooseLostCloses({ farm, episodes }, 1, now)).toEqual(
    chooseLostCloses({ farm, episodes: createEpisodes(farm) }, 1, now),
  );
  expect(chooseLostCloses({ farm, episodes }, 0, now).size).toBe(0);
});
