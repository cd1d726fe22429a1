import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { HandoverView } from "@/components/handover/handover-view";
import { handoverInput, loadSince } from "@/components/handover/since";
import { readHandover } from "@/lib/alerting/handover/contract";
import { buildHandover } from "@/lib/alerting/handover/service.server";
import { withWords } from "../../page-words.server";
import { pageNow } from "../prefetch.server";
import { tenancyPage } from "../site-page.server";

export const metadata: Metadata = { title: "Handover" };

const NOT_CONNECTED = {
  title: "Handover",
  text: "A handover says what happened to the alerts of a tenancy.",
};

function HandoverPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return tenancyPage(NOT_CONNECTED, async ({ tenancy, reads }) => {
    const { since } = await loadSince(searchParams);
    const input = handoverInput(tenancy, since, new Date(pageNow()));
    await reads.read(readHandover, input, buildHandover);
    return <HandoverView />;
  });
}

export default withWords("(site)/handover", HandoverPage);
