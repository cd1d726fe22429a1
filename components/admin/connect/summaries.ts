import { SYNC_TYPE_NAMES, type TenancyDetails } from "@/lib/tenancies/contract";

/** A stage of connecting a tenancy as what is stored says. */
export type StageFacts = { title: string; done: boolean; summary: string };

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

/** The stages of connecting a tenancy, in order; the state of each is what is stored. */
export function stagesOf(tenancy: TenancyDetails, firstAt: string | null): StageFacts[] {
  return [
    { title: "Site", done: true, summary: `${tenancy.name}, ${tenancy.timeZone}` },
    addressesOf(tenancy),
    clientOf(tenancy),
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

function clientOf({ clientId, clientSecret }: TenancyDetails): StageFacts {
  if (clientSecret && !clientSecret.opens)
    return { title: "Client", done: false, summary: "The stored secret cannot be opened: enter it again" };
  const done = Boolean(clientId && clientSecret);
  const lacking = clientId ? `${clientId}, its secret is missing` : "Client id and secret";
  return { title: "Client", done, summary: done ? `${clientId}, secret stored` : lacking };
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
