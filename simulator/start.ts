// Starts a simulated service in this process.
import { controlHandler } from "./control-server";
import type { Listening } from "./http";
import { listen } from "./http";
import { LinkSigner } from "./links";
import { Notifier } from "./notifier";
import type { SimulatorOptions, WebhookOptions } from "./options";
import { DEFAULTS, webhookOptions } from "./options";
import { QueryList } from "./queries";
import { apiHandler, BASE_PATH } from "./server";
import type { Service } from "./service";
import { storeHandler } from "./store-server";
import { TokenIssuer } from "./tokens";
import { VariantSet } from "./variants";
import { createEpisodes } from "./world/episodes";
import { createFarm } from "./world/farm";
import { createPlants } from "./world/plants";

interface Addresses {
  /** With the base path: `{baseUrl}/query`. */
  baseUrl: string;
  /** `{authUrl}/oauth2/token`. */
  authUrl: string;
  storeUrl: string;
  /** Null without a control server. */
  controlUrl: string | null;
}

export interface Simulator extends Addresses {
  /** Switches variants, like the control server. */
  setVariants: (names: readonly string[]) => void;
  stop: () => Promise<void>;
}

export type StartOptions = Partial<Omit<SimulatorOptions, "webhook">> & {
  webhook?: Partial<WebhookOptions> & { url: string };
};

/** Starts the servers and, with a webhook, the notifications. */
export async function startSimulator(given: StartOptions = {}): Promise<Simulator> {
  const options: SimulatorOptions = {
    ...DEFAULTS,
    ...given,
    webhook: given.webhook && webhookOptions(given.webhook),
  };
  const service = createService(options);
  const notifier = new Notifier(service);
  const servers: Listening[] = [];
  const stop = async () => {
    notifier.stop();
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    const store = await listen(storeHandler(service), options.host, options.storePort);
    servers.push(store);
    const api = await listen(apiHandler(service, store.origin), options.host, options.port);
    servers.push(api);
    const addresses = { baseUrl: api.origin + BASE_PATH, authUrl: api.origin, storeUrl: store.origin };
    const control =
      options.controlPort === undefined
        ? undefined
        : await listen(controlHandler(service, notifier), options.host, options.controlPort);
    if (control) servers.push(control);
    notifier.start();
    return {
      ...addresses,
      controlUrl: control?.origin ?? null,
      setVariants: (names) => service.variants.set(names),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createService(options: SimulatorOptions): Service {
  const farm = createFarm(options.seed, options.now());
  const episodes = createEpisodes(farm);
  return {
    options,
    farm,
    episodes,
    plants: createPlants(farm, episodes),
    tokens: new TokenIssuer(),
    queries: new QueryList(),
    links: new LinkSigner(),
    variants: new VariantSet(options.variants),
    counters: { statusPolls: 0, downloads: 0, storeDownloads: 0, unauthorised: 0 },
  };
}
