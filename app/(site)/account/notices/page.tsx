import type { Metadata } from "next";
import { NoticesView } from "@/components/notices/notices-view";
import { readNotices } from "@/lib/alerting/notices/service.server";
import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { sitePage } from "../../site-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("notices.title") };
}

function NoticesPage() {
  return sitePage(async ({ actor, tenancy, reads }) => {
    const [notices] = await Promise.all([
      readNotices(actor),
      tenancy && reads.read(areasOverview, { query: { tenant: tenancy.tenantId } }, overviewOf),
    ]);
    return <NoticesView notices={notices} />;
  });
}

export default withWords("(site)/account/notices", NoticesPage);
