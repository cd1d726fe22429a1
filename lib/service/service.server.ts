import "server-only";

/** Clients of installations as the product uses them: guarded, and one for each set of settings. */
import { createHash } from "node:crypto";
import { createPlantServiceClient, type PlantServiceClient } from "./client";
import type { TokenAuth } from "./contract";
import { createGuardedFetch, reachOf } from "./guarded-fetch.server";

/** How an installation is reached. */
export interface PlantServiceConnection {
  tenantId: string;
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  tokenAuth: TokenAuth;
  /** The operator wrote the addresses: they may be private. */
  provisioned: boolean;
  /** LEAFWATCH_ALLOW_PRIVATE_HOSTS. */
  allowPrivateHosts: readonly string[];
}

const MOST_CLIENTS = 500;
const clients = new Map<string, PlantServiceClient>();

/**
 * The client of a connection; the same one for the same settings, so that its token and what it learned of
 * the installation are kept between jobs. Changed settings make a new one.
 */
export function plantServiceFor(connection: PlantServiceConnection): PlantServiceClient {
  const key = createHash("sha256").update(JSON.stringify(connection)).digest("hex");
  const known = clients.get(key);
  if (known) return known;
  const oldest = clients.size >= MOST_CLIENTS ? clients.keys().next().value : undefined;
  if (oldest) clients.delete(oldest);
  const { provisioned, allowPrivateHosts, baseUrl, authUrl, clientId, clientSecret, tokenAuth } = connection;
  const fetch = createGuardedFetch({ allowPrivate: provisioned, allowList: allowPrivateHosts });
  const client = createPlantServiceClient({
    baseUrl,
    authUrl,
    clientId,
    clientSecret,
    tokenAuth,
    fetch,
    reachOf,
  });
  clients.set(key, client);
  return client;
}
