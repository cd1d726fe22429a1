import "server-only";
import type { Actor } from "./contract";
import { makeActor } from "./make-actor.server";

/** The program itself: background jobs and provisioning act as it. */
export const SYSTEM: Actor = makeActor({
  kind: "system",
  id: 0,
  name: "Leafwatch",
  role: "admin",
  tenancyId: null,
});
