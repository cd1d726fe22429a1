import type { InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

const WAITED_MS = 3_000;

/** Reads again what an act changed. Whoever waits for it goes on after three seconds: the reads come in when they do. */
export async function readAgain(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAITED_MS);
  });
  await Promise.race([client.invalidateQueries(filters), enough]);
  clearTimeout(timer);
}
