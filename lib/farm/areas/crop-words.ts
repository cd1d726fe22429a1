import type { Job } from "./contract";

/** The day of crop of a job: `day 42`; of one that history does not know from its beginning `day 30 or more`. */
export function cropDayWords({ dayOfCrop, begunBefore }: Pick<Job, "dayOfCrop" | "begunBefore">): string {
  return begunBefore ? `day ${dayOfCrop} or more` : `day ${dayOfCrop}`;
}
