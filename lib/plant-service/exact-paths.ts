/** The service matches paths by prefix: `A#Zone 1` brings `A#Zone 10` as well. Here whole segments count. */
import { isWithin } from "@/lib/core/paths";

/** Where rows lie whose result names a sensor but no area (service-in-the-field, CSV). */
const DEVICES = "devices";

/**
 * Whether a row belongs to the areas that a query asks for: at one of the paths or below it. Rows of which
 * only the sensor is known belong to it, because the service chose them and nothing says otherwise.
 * @param paths `filters.controlAreaPathNames`; without them every row belongs
 */
export function isAskedFor(path: string, paths: readonly string[] | undefined): boolean {
  if (!paths || isWithin(path, DEVICES)) return true;
  return paths.some((asked) => isWithin(path, asked.replace(/#+$/, "")));
}

/** Leaves away the rows of areas that a query did not ask for; batches may come out empty. */
export async function* onlyAskedFor<Row extends { path: string }>(
  batches: AsyncIterable<Row[]>,
  paths: readonly string[] | undefined,
): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    yield paths ? batch.filter((row) => isAskedFor(row.path, paths)) : batch;
  }
}
