import "server-only";

export { packNotifications, type TakenIn, takeInAside } from "./aside.server";
export { type DiskState, LOW_ROOM_BYTES, readRoom } from "./disk-watch.server";
export { getIntake } from "./intake.server";
export { carriedTenantId } from "./parse";
export { forgetRejected, openRejected } from "./rejected.server";
export { listFitting, type Replayed, replayCarrying, replayDeliveries } from "./replay.server";
export { resealKeptKeys } from "./sealed-keys.server";
export { signatureOf } from "./signature.server";
export { announceTest, findTestDelivery } from "./test-store.server";
export { replayAfterUpgrade } from "./upgrade.server";
