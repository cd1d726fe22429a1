import type { InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

const MAX_WAIT_MS = 3_000;

/** Reads again what an act changed; resolves when they are answered, or after three seconds. */
export async function readAgain(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([client.invalidateQueries(filters), enough]);
  clearTimeout(timer);
}
