import { SYNC_TYPE_NAMES, type TenancyDetails, type Trial, type Trials } from "@/lib/farm/tenancies/contract";

/** A stage of connecting a tenancy by what is stored. */
type StageFacts = {
  title: string;
  done: boolean;
  summary: string;
  /** Everything is stored, and not tested yet. */
  untried?: boolean;
};

/** Index of the first stage that is not done; one that is stored but not tested counts as done, if another is open. */
export function firstOpen(stages: readonly StageFacts[]): number {
  const open = stages.findIndex(({ done, untried }) => !done && !untried);
  return open === -1 ? stages.findIndex(({ done }) => !done) : open;
}

/**
 * The stages of connecting a tenancy, in order.
 * @param firstAt when the first notification came
 * @param trials results of tests on this page, which are newer than those stored
 */
export function describeStages(
  tenancy: TenancyDetails,
  firstAt: string | null,
  trials: Trials,
): StageFacts[] {
  const all = { ...lastTrials(tenancy), ...trials };
  return [
    { title: "Site", done: true, summary: `${tenancy.name}, ${tenancy.timeZone}` },
    { title: "Addresses", ...describeAddresses(tenancy, all.addresses) },
    { title: "Client", ...describeClient(tenancy, all.client) },
    { title: "History", ...describeHistory(tenancy, all.history) },
    { title: "Webhook", ...describeWebhook(tenancy) },
    { title: "First notification", done: firstAt !== null, summary: arrivalWords(tenancy, firstAt) },
  ];
}

type Described = Omit<StageFacts, "title">;

/** The trials after a reload: from the last test, or without one from the queries. */
function lastTrials({ clientSecret, trials }: TenancyDetails): Required<Trials> {
  const byQueries = clientSecret?.lastUsedAt ? "passed" : "untried";
  const { addresses = byQueries, client = byQueries, history = byQueries } = trials;
  return { addresses, client: clientSecret?.refused ? "failed" : client, history };
}

/** Describes a stage whose settings are all stored by the result of its test. */
const describeTrial = (trial: Trial, settings: string, words: Record<Trial, string>): Described => ({
  done: trial === "passed",
  untried: trial === "untried",
  summary: `${settings}${words[trial]}`,
});

function describeAddresses({ baseUrl, authUrl }: TenancyDetails, trial: Trial): Described {
  const shortened = [baseUrl, authUrl].flatMap((address) => address?.replace(/^https?:\/\/|\/+$/g, "") || []);
  const summary = [...new Set(shortened)].join(" and ");
  if (!baseUrl || !authUrl)
    return { done: false, summary: summary || "Where the service is, and where it gives tokens" };
  return describeTrial(trial, summary, {
    passed: "",
    failed: ": stored, but not reached",
    untried: ": stored, not tried",
  });
}

function describeClient({ clientId, clientSecret }: TenancyDetails, trial: Trial): Described {
  if (clientSecret && !clientSecret.opens)
    return { done: false, summary: "The stored secret cannot be opened: enter it again" };
  if (!clientId || !clientSecret)
    return {
      done: false,
      summary: clientId ? `${clientId}, its secret is missing` : "Client id and secret",
    };
  return describeTrial(trial, `${clientId}, secret stored`, {
    passed: "",
    failed: ", but refused",
    untried: ", not tried",
  });
}

function describeHistory(tenancy: TenancyDetails, trial: Trial): Described {
  const { syncEnabled, syncTypes, syncEveryMinutes, backfillDays } = tenancy;
  if (!syncEnabled)
    return { done: false, summary: "Which types, how far back, how late; nothing is fetched yet" };
  const types = syncTypes.map((type) => SYNC_TYPE_NAMES[type]).join(" and ");
  return describeTrial(
    trial,
    `${types} ${syncEveryMinutes === 60 ? "hourly" : `every ${syncEveryMinutes} min`}, back to ${backfillDays} days`,
    {
      passed: "",
      failed: ": stored, but its test failed",
      untried: ": stored, not tried",
    },
  );
}

function describeWebhook({ webhookSecrets, signatureHeader }: TenancyDetails): Described {
  const count = webhookSecrets.filter(({ opens }) => opens).length;
  if (count === 0) return { done: false, summary: "Our address for the service, its secret and its header" };
  const secrets = count === 1 ? "A secret" : `${count} secrets`;
  return { done: true, summary: `${secrets} stored, signature in ${signatureHeader}` };
}

function arrivalWords({ webhookSecrets }: TenancyDetails, firstAt: string | null): string {
  if (firstAt !== null) return "Alerts arrive";
  return webhookSecrets.length > 0
    ? "Waiting for the first one"
    : "Waited for once a webhook secret is stored";
}
