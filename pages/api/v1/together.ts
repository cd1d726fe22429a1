import { GET as alert } from "@/app/api/v1/alerts/[alertId]/route";
import { GET as counts } from "@/app/api/v1/alerts/counts/route";
import { GET as evidence } from "@/app/api/v1/alerts/evidence/route";
import { GET as alerts } from "@/app/api/v1/alerts/route";
import { GET as spans } from "@/app/api/v1/alerts/spans/route";
import { GET as tabs } from "@/app/api/v1/alerts/tabs/route";
import { GET as overview } from "@/app/api/v1/areas/overview/route";
import { GET as areas } from "@/app/api/v1/areas/route";
import { GET as tree } from "@/app/api/v1/areas/tree/route";
import { GET as freshness } from "@/app/api/v1/freshness/route";
import { readBatch } from "@/lib/web/batch/contract";
import { answerBatch } from "@/lib/web/batch/service.server";
import { packedHandler } from "@/lib/web/http/packed.server";
import { route } from "@/lib/web/http/route.server";

const READS = [alert, counts, evidence, alerts, spans, tabs, overview, areas, tree, freshness];

export const config = { api: { bodyParser: false, externalResolver: true, responseLimit: false } };

export const GET = route(readBatch, (asked) => answerBatch(asked, READS));

export default packedHandler(GET);
