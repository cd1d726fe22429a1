import "server-only";

export { getIntake } from "./intake.server";
export { forgetRejected, openRejected } from "./rejected.server";
export { listFitting, type Replayed, replayDeliveries } from "./replay.server";
export { replayAfterUpgrade } from "./upgrade.server";
