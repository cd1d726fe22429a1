import "server-only";

export { forgetRejected, openRejected } from "./rejected.server";
export { listFitting, type Replayed, replayDeliveries } from "./replay.server";
export { replayAfterUpgrade } from "./upgrade.server";
