import "server-only";
import { createHash } from "node:crypto";
import { createPlantServiceClient, type PlantServiceClient } from "./client";
import { createGuardedFetch, reachOf } from "./guarded-fetch.server";
import type { TokenSettings } from "./token";

/** The connection to an installation. */
export interface PlantServiceConnection extends TokenSettings {
  tenantId: string;
  /** `{base_url}`. */
  baseUrl: string;
  /** The operator wrote the addresses: they may be private. */
  provisioned: boolean;
  /** LEAFWATCH_ALLOW_PRIVATE_HOSTS. */
  allowPrivateHosts: readonly string[];
}

const MAX_CLIENTS = 500;
const clients = new Map<string, PlantServiceClient>();

/**
 * The client of a connection, with guarded access to the network. Equal settings share one client, so that its token
 * and what it learned of the installation outlive a job.
 */
export function plantServiceFor(connection: PlantServiceConnection): PlantServiceClient {
  const key = createHash("sha256").update(JSON.stringify(connection)).digest("hex");
  const known = clients.get(key);
  if (known) return known;
  const oldest = clients.size >= MAX_CLIENTS ? clients.keys().next().value : undefined;
  if (oldest) clients.delete(oldest);
  const fetch = createGuardedFetch({
    allowPrivate: connection.provisioned,
    allowList: connection.allowPrivateHosts,
  });
  const client = createPlantServiceClient({ ...connection, fetch, reachOf });
  clients.set(key, client);
  return client;
}
