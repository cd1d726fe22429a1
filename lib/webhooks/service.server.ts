import "server-only";

export { getIntake } from "./intake.server";
export { carriedTenantId } from "./parse";
export { forgetRejected, openRejected } from "./rejected.server";
export { listFitting, type Replayed, replayDeliveries } from "./replay.server";
export { resealKeptKeys } from "./sealed-keys.server";
export { signatureOf } from "./signature.server";
export { announceTest, findTestDelivery } from "./test-store.server";
export { replayAfterUpgrade } from "./upgrade.server";
