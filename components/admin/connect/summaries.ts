import { SYNC_TYPE_NAMES, type TenancyDetails } from "@/lib/tenancies/contract";

/** A stage of connecting a tenancy as what is stored says. */
export type StageFacts = {
  title: string;
  done: boolean;
  summary: string;
  /** All of it is stored, and nothing says yet whether it is right. */
  untried?: boolean;
};

/** What came of asking for a token with the stored client. */
export type ClientTrial = "given" | "refused" | "untried";

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

/** The stage to go on with: what is stored and not tried yet keeps nobody from the next. */
export function firstOpen(stages: readonly StageFacts[]): number {
  const open = stages.findIndex(({ done, untried }) => !done && !untried);
  return open === -1 ? stages.findIndex(({ done }) => !done) : open;
}

/**
 * The stages of connecting a tenancy, in order; the state of each is what is stored.
 * @param trial what the page found out about the client; null where it asked for no token
 */
export function stagesOf(
  tenancy: TenancyDetails,
  firstAt: string | null,
  trial: ClientTrial | null,
): StageFacts[] {
  return [
    { title: "Site", done: true, summary: `${tenancy.name}, ${tenancy.timeZone}` },
    addressesOf(tenancy),
    clientOf(tenancy, trial ?? lastTrial(tenancy)),
    historyOf(tenancy),
    signatureOf(tenancy),
    {
      title: "First notification",
      done: firstAt !== null,
      summary: firstAt === null ? "Waited for once a webhook secret is stored" : "Alerts arrive",
    },
  ];
}

function addressesOf({ baseUrl, authUrl }: TenancyDetails): StageFacts {
  const hosts = [...new Set([baseUrl, authUrl].flatMap((address) => (address ? [hostOf(address)] : [])))];
  return {
    title: "Addresses",
    done: Boolean(baseUrl && authUrl),
    summary: hosts.join(" and ") || "Where the service is, and where it gives tokens",
  };
}

/** After a reload the queries say what a secret is worth. */
function lastTrial({ clientSecret }: TenancyDetails): ClientTrial {
  if (clientSecret?.refused) return "refused";
  return clientSecret?.lastUsedAt ? "given" : "untried";
}

const TRIAL_WORDS: Record<ClientTrial, string> = {
  given: "secret stored",
  refused: "secret stored, but refused",
  untried: "secret stored, not tried",
};

function clientOf({ clientId, clientSecret }: TenancyDetails, trial: ClientTrial): StageFacts {
  if (clientSecret && !clientSecret.opens)
    return { title: "Client", done: false, summary: "The stored secret cannot be opened: enter it again" };
  if (!clientId || !clientSecret) {
    const lacking = clientId ? `${clientId}, its secret is missing` : "Client id and secret";
    return { title: "Client", done: false, summary: lacking };
  }
  const summary = `${clientId}, ${TRIAL_WORDS[trial]}`;
  return { title: "Client", done: trial === "given", untried: trial === "untried", summary };
}

function historyOf(tenancy: TenancyDetails): StageFacts {
  const { syncEnabled, syncTypes, syncEveryMinutes, backfillDays } = tenancy;
  const types = syncTypes.map((type) => SYNC_TYPE_NAMES[type]).join(" and ");
  return {
    title: "History",
    done: syncEnabled,
    summary: syncEnabled
      ? `${types} each ${syncEveryMinutes} min, back to ${backfillDays} days`
      : "Which types, how far back, how late; nothing is fetched yet",
  };
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
