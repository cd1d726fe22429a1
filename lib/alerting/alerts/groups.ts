import type { AlertGroup } from "./contract";

/**
 * The key of a problem within its tenancy: the growth job and the nearest area that holds all areas of an alert.
 * @param of.place a path; null where the areas are unknown or have nothing in common
 */
export function problemKey({ jobId, place }: Pick<AlertGroup, "jobId" | "place">): string {
  return JSON.stringify([jobId, place]);
}
