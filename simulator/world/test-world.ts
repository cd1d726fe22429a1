// A farm at a fixed instant, for tests.

import type { World } from "../rows";
import { createEpisodes } from "./episodes";
import { createFarm } from "./farm";
import { createPlants } from "./plants";

export const NOW = Date.UTC(2026, 10, 20, 12, 20);

export function testWorld(seed = 1, now = NOW): World & { episodes: ReturnType<typeof createEpisodes> } {
  const farm = createFarm(seed, now);
  const episodes = createEpisodes(farm);
  return { farm, episodes, plants: createPlants(farm, episodes) };
}
