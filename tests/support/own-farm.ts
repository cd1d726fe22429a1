import { OWN_SERVICE, type OwnService } from "../browser/support/own-service";

export const TENANT = "01J8Z0000000000000000TENAN";
export const EMAIL = "admin@farm.example";

/** Secrets that a leak search looks for. */
export type FarmSecrets = {
  clientSecret: string;
  webhookSecret: string;
  password: string;
  apiToken: string;
  screenToken: string;
};

/** A provisioning file of one farm at the tests' own service, with an admin, an API token and a screen. */
export const ownFarm = ({ baseUrl, authUrl }: OwnService, secrets: FarmSecrets) => ({
  tenancies: [
    {
      tenantId: TENANT,
      name: "Own farm",
      timeZone: "Europe/Amsterdam",
      baseUrl,
      authUrl,
      clientId: OWN_SERVICE.clientId,
      clientSecret: secrets.clientSecret,
      webhookSecrets: [secrets.webhookSecret],
      sync: { enabled: true, types: ["indices"], backfillDays: 1, everyMinutes: 60 },
    },
  ],
  users: [{ email: EMAIL, password: secrets.password, role: "admin" }],
  apiTokens: [{ name: "tests", token: secrets.apiToken, role: "admin" }],
  screens: [{ name: "Packing hall", token: secrets.screenToken, view: "alerts" }],
});
