import type { PlainKey } from "@/lib/base/words/messages";
import type { SyncType } from "@/lib/farm/tenancies/contract";

export const SYNC_TYPE_WORDS = {
  indices: "admin.tenancies.syncType.indices",
  chf: "admin.tenancies.syncType.chf",
} as const satisfies Record<SyncType, PlainKey>;
