import "server-only";
import type { Actor } from "./contract";

/** Makes an actor. Only the guard and the system's own jobs may import this (checked in the tests). */
export function makeActor(facts: {
  kind: Actor["kind"];
  id: number;
  name: string;
  role: Actor["role"];
  tenancyId: number | null;
  address?: string | null;
  session?: string | null;
  areas?: Actor["areas"];
}): Actor {
  return { address: null, session: null, areas: null, ...facts } as Actor;
}
