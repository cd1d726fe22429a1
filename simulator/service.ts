// The state that the servers of one simulated service share.

import type { LinkSigner } from "./links";
import type { SimulatorOptions } from "./options";
import type { QueryList } from "./queries";
import type { World } from "./rows";
import type { TokenIssuer } from "./tokens";
import type { VariantSet } from "./variants";
import type { Episodes } from "./world/episodes";

export interface Service extends World {
  options: SimulatorOptions;
  episodes: Episodes;
  tokens: TokenIssuer;
  queries: QueryList;
  links: LinkSigner;
  variants: VariantSet;
  counters: { statusPolls: number; downloads: number; storeDownloads: number; unauthorised: number };
}
