import { SYNC_TYPE_NAMES, type TenancyDetails, type Trial, type Trials } from "@/lib/farm/tenancies/contract";

/** A stage of connecting a tenancy as what is stored says. */
type StageFacts = {
  title: string;
  done: boolean;
  summary: string;
  /** All of it is stored, and nothing says yet whether it is right. */
  untried?: boolean;
};

/** An address as short as it can be told from another one: `api.example.com/v1`. */
const shortOf = (address: string) => address.replace(/^https?:\/\/|\/+$/g, "");

/** Index of the first stage that is not done; one that is stored but not tested does not count. */
export function firstOpen(stages: readonly StageFacts[]): number {
  const open = stages.findIndex(({ done, untried }) => !done && !untried);
  return open === -1 ? stages.findIndex(({ done }) => !done) : open;
}

/**
 * The stages of connecting a tenancy, in order; the state of each is what is stored.
 * @param trials what the page found out by itself, which is newer than what the queries say
 */
export function describeStages(
  tenancy: TenancyDetails,
  firstAt: string | null,
  trials: Trials,
): StageFacts[] {
  return [
    { title: "Site", done: true, summary: `${tenancy.name}, ${tenancy.timeZone}` },
    addressesOf(tenancy, trials.addresses ?? lastTrials(tenancy).addresses),
    clientOf(tenancy, trials.client ?? lastTrials(tenancy).client),
    historyOf(tenancy, trials.history ?? lastTrials(tenancy).history),
    signatureOf(tenancy),
    { title: "First notification", done: firstAt !== null, summary: firstWords(tenancy, firstAt) },
  ];
}

function firstWords({ webhookSecrets }: TenancyDetails, firstAt: string | null): string {
  if (firstAt !== null) return "Alerts arrive";
  return webhookSecrets.length > 0
    ? "Waiting for the first one"
    : "Waited for once a webhook secret is stored";
}

function addressesOf({ baseUrl, authUrl }: TenancyDetails, trial: Trial): StageFacts {
  const entered = [...new Set([baseUrl, authUrl].flatMap((address) => (address ? [shortOf(address)] : [])))];
  const title = "Addresses";
  if (!baseUrl || !authUrl)
    return {
      ...{ title, done: false },
      summary: entered.join(" and ") || "Where the service is, and where it gives tokens",
    };
  const summary = `${entered.join(" and ")}${ADDRESS_WORDS[trial]}`;
  return { title, done: trial === "passed", untried: trial === "untried", summary };
}

/** The state after a reload: from the last test, or without one from the queries. */
function lastTrials({ clientSecret, trials }: TenancyDetails): Required<Trials> {
  const byQueries = clientSecret?.lastUsedAt ? "passed" : "untried";
  const { addresses = byQueries, client = byQueries, history = byQueries } = trials;
  return { addresses, client: clientSecret?.refused ? "failed" : client, history };
}

const ADDRESS_WORDS: Record<Trial, string> = {
  passed: "",
  failed: ": stored, but not reached",
  untried: ": stored, not tried",
};

const CLIENT_WORDS: Record<Trial, string> = {
  passed: "secret stored",
  failed: "secret stored, but refused",
  untried: "secret stored, not tried",
};

function clientOf({ clientId, clientSecret }: TenancyDetails, trial: Trial): StageFacts {
  if (clientSecret && !clientSecret.opens)
    return { title: "Client", done: false, summary: "The stored secret cannot be opened: enter it again" };
  if (!clientId || !clientSecret) {
    const lacking = clientId ? `${clientId}, its secret is missing` : "Client id and secret";
    return { title: "Client", done: false, summary: lacking };
  }
  const summary = `${clientId}, ${CLIENT_WORDS[trial]}`;
  return { title: "Client", done: trial === "passed", untried: trial === "untried", summary };
}

const HISTORY_WORDS: Record<Trial, string> = {
  passed: "",
  failed: ": stored, but its test failed",
  untried: ": stored, not tried",
};

function historyOf(tenancy: TenancyDetails, trial: Trial): StageFacts {
  const { syncEnabled, syncTypes, syncEveryMinutes, backfillDays } = tenancy;
  const title = "History";
  if (!syncEnabled)
    return { title, done: false, summary: "Which types, how far back, how late; nothing is fetched yet" };
  const types = syncTypes.map((type) => SYNC_TYPE_NAMES[type]).join(" and ");
  const summary = `${types} each ${syncEveryMinutes} min, back to ${backfillDays} days${HISTORY_WORDS[trial]}`;
  return { title, done: trial === "passed", untried: trial === "untried", summary };
}

function signatureOf({ webhookSecrets, signatureHeader }: TenancyDetails): StageFacts {
  const count = webhookSecrets.filter(({ opens }) => opens).length;
  return {
    title: "Webhook",
    done: count > 0,
    summary:
      count === 0
        ? "Our address for the service, its secret and its header"
        : `${count === 1 ? "A secret" : `${count} secrets`} stored, signature in ${signatureHeader}`,
  };
}
