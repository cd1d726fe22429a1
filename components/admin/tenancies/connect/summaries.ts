import type { Words } from "@/lib/base/words/words";
import type { TenancyDetails, Trial, Trials } from "@/lib/farm/tenancies/contract";
import { SYNC_TYPE_WORDS } from "../sync-type-words";

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
  words: Words,
  tenancy: TenancyDetails,
  firstAt: string | null,
  trials: Trials,
): StageFacts[] {
  const { t } = words;
  const all = { ...lastTrials(tenancy), ...trials };
  const { name, timeZone } = tenancy;
  return [
    {
      title: t("admin.connect.stage.site"),
      done: true,
      summary: t("admin.connect.summary.site", { site: name, timeZone }),
    },
    { title: t("admin.connect.stage.addresses"), ...describeAddresses(words, tenancy, all.addresses) },
    { title: t("admin.connect.stage.client"), ...describeClient(words, tenancy, all.client) },
    { title: t("admin.connect.stage.history"), ...describeHistory(words, tenancy, all.history) },
    { title: t("admin.connect.stage.webhook"), ...describeWebhook(words, tenancy) },
    {
      title: t("admin.connect.stage.arrival"),
      done: firstAt !== null,
      summary: t(arrivalOf(tenancy, firstAt)),
    },
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
const describeTrial = (trial: Trial, summaries: Record<Trial, string>): Described => ({
  done: trial === "passed",
  untried: trial === "untried",
  summary: summaries[trial],
});

function describeAddresses(
  { t, listed }: Words,
  { baseUrl, authUrl }: TenancyDetails,
  trial: Trial,
): Described {
  const shortened = [baseUrl, authUrl].flatMap((address) => address?.replace(/^https?:\/\/|\/+$/g, "") || []);
  const addresses = listed([...new Set(shortened)]);
  if (!baseUrl || !authUrl)
    return { done: false, summary: addresses || t("admin.connect.summary.addresses") };
  return describeTrial(trial, {
    passed: addresses,
    failed: t("admin.connect.summary.addressesFailed", { addresses }),
    untried: t("admin.connect.summary.addressesUntried", { addresses }),
  });
}

function describeClient(
  { t }: Words,
  { clientId: client, clientSecret }: TenancyDetails,
  trial: Trial,
): Described {
  if (clientSecret && !clientSecret.opens)
    return { done: false, summary: t("admin.connect.summary.secretSealed") };
  if (!client) return { done: false, summary: t("admin.connect.summary.client") };
  if (!clientSecret) return { done: false, summary: t("admin.connect.summary.secretMissing", { client }) };
  return describeTrial(trial, {
    passed: t("admin.connect.summary.clientPassed", { client }),
    failed: t("admin.connect.summary.clientFailed", { client }),
    untried: t("admin.connect.summary.clientUntried", { client }),
  });
}

function describeHistory({ t, listed }: Words, tenancy: TenancyDetails, trial: Trial): Described {
  const { syncEnabled, syncTypes, syncEveryMinutes: minutes, backfillDays: days } = tenancy;
  if (!syncEnabled) return { done: false, summary: t("admin.connect.summary.historyOff") };
  const types = listed(syncTypes.map((type) => t(SYNC_TYPE_WORDS[type])));
  const fetching = t("admin.connect.summary.fetching", { types, minutes, days });
  return describeTrial(trial, {
    passed: fetching,
    failed: t("admin.connect.summary.historyFailed", { fetching }),
    untried: t("admin.connect.summary.historyUntried", { fetching }),
  });
}

function describeWebhook(
  { t }: Words,
  { webhookSecrets, signatureHeader: header }: TenancyDetails,
): Described {
  const count = webhookSecrets.filter(({ opens }) => opens).length;
  return count === 0
    ? { done: false, summary: t("admin.connect.summary.webhook") }
    : { done: true, summary: t("admin.connect.summary.webhookStored", { count, header }) };
}

function arrivalOf({ webhookSecrets }: TenancyDetails, firstAt: string | null) {
  if (firstAt !== null) return "admin.connect.summary.arrived";
  return webhookSecrets.length > 0 ? "admin.connect.summary.waiting" : "admin.connect.summary.waitsForSecret";
}
