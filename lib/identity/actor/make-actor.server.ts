import "server-only";
import type { Actor } from "./contract";

/** Makes an actor. Only the guard and the system's own jobs may import this (checked in the tests). */
export function makeActor(
  facts: Pick<Actor, "kind" | "id" | "name" | "role" | "tenancyId"> &
    Partial<Pick<Actor, "address" | "session" | "areas">>,
): Actor {
  return { address: null, session: null, areas: null, ...facts } as Actor;
}
