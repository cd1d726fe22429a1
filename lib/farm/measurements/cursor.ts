import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";

const schema = z.tuple([z.iso.datetime(), z.string().max(300)]);

/** A place in the list as an opaque text. */
export function writeCursor(place: { at: Date; measurementId: string }): string {
  return encodeURIComponent(JSON.stringify([place.at.toISOString(), place.measurementId]));
}

/**
 * The place that a cursor stands for.
 * @throws AppError `bad-request` on `cursor`
 */
export function readCursor(text: string): { at: Date; measurementId: string } {
  try {
    const [at, measurementId] = schema.parse(JSON.parse(decodeURIComponent(text)));
    return { at: new Date(at), measurementId };
  } catch {
    throw new AppError("bad-request", "cursor is none that a list gave: begin again without it.", {
      parameter: "cursor",
    });
  }
}
