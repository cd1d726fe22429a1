// The requests of a person's browser on each page, as recorded from a real one; built from the pages' own inputs, so that
// they change with them.

import { listInput, NO_FILTERS, tabsInput } from "@/components/alerts/filters";
import { nowAlertsInput } from "@/components/now/lists";
import {
  areaSeriesInput,
  aroundInput,
  openAlertsInput,
  spanOf,
  windowShown,
} from "@/components/places/page-inputs";
import { alertSpans, countAlerts, countTabs, listAlerts, readAlert } from "@/lib/alerting/alerts/contract";
import { readFreshness } from "@/lib/display/freshness/contract";
import { addressOf } from "@/lib/farm/areas/address";
import { areaSparks, areasOverview, areasTree } from "@/lib/farm/areas/contract";
import { listJobs } from "@/lib/farm/jobs/contract";
import { readSeriesColumns, seriesInput } from "@/lib/farm/series/columns";
import { callAddress } from "@/lib/web/api/client";
import { parseListStart } from "@/lib/web/preferences/contract";

/** A read of a page: its address, and its endpoint's pattern, which events match. */
export type Read = { address: string; path: string };

export type OpenPage = {
  address: string;
  /** Its place in the router's tree, below the frame. */
  tree: unknown[];
  /** The reads that events repeat. */
  reads: Read[];
  /** Addresses read after the page has loaded; the other reads came with the page. */
  after: string[];
};

type Endpoint = Parameters<typeof callAddress>[0];
const read = (endpoint: Endpoint, input: object = {}): Read => ({
  address: callAddress(endpoint, input),
  path: endpoint.path,
});

const OPEN_TAB = { ...NO_FILTERS, group: "problem", tab: "open", sort: null, tenant: null } as const;

/** The reads of the frame around every page. */
const frame = (tenant: string) => [
  read(readFreshness, { query: { tenant } }),
  read(countAlerts, { query: { tenant } }),
];

export function nowPage(tenant: string): OpenPage {
  const list = read(listAlerts, nowAlertsInput(tenant, parseListStart(undefined, undefined)));
  return {
    address: "/",
    tree: [],
    reads: [...frame(tenant), list, read(areasOverview, { query: { tenant } })],
    after: [],
  };
}

export function alertsPage(tenant: string): OpenPage {
  const list = read(listAlerts, listInput(tenant, OPEN_TAB));
  return {
    address: "/alerts",
    tree: ["alerts"],
    reads: [
      ...frame(tenant),
      list,
      read(countTabs, tabsInput(tenant, OPEN_TAB)),
      read(areasOverview, { query: { tenant } }),
    ],
    after: [],
  };
}

export function alertPage(tenant: string, alertId: string): OpenPage {
  const others = read(listAlerts, { query: { tenant, status: "open", order: "worst", limit: 500 } });
  return {
    address: `/alerts/${alertId}`,
    tree: ["alerts", ["id", alertId, "d", null]],
    reads: [
      ...frame(tenant),
      read(readAlert, { params: { alertId }, query: { tenant } }),
      others,
      read(areasOverview, { query: { tenant } }),
    ],
    after: [others.address],
  };
}

/** An area with charts of three days. */
export function areaPage(tenant: string, path: string): OpenPage {
  const now = Date.now();
  const window = windowShown(
    { range: "72h", first: null, last: null, by: "hour", from: null, to: null },
    "UTC",
    now,
  );
  const span = spanOf(window);
  const closedSince = new Date(now - 30 * 86_400_000).toISOString();
  const tree = read(areasTree, { query: { tenant } });
  const closed = read(listAlerts, {
    query: { tenant, area: path, status: "closed", from: closedSince, limit: 100 },
  });
  return {
    address: addressOf(path),
    tree: ["areas", ["path", path.replaceAll("#", "/"), "c", null]],
    reads: [
      ...frame(tenant),
      read(areasOverview, aroundInput(tenant, path)),
      read(alertSpans, { query: { tenant, area: path, ...span } }),
      read(listAlerts, openAlertsInput(tenant, path)),
      tree,
      closed,
    ],
    after: [
      tree.address,
      closed.address,
      callAddress(areaSparks, { query: { tenant, area: path, hours: 72 } } as object),
      callAddress(listJobs, { query: { tenant, area: path } } as object),
      callAddress(
        readSeriesColumns,
        seriesInput(areaSeriesInput(tenant, path, "hour", window, true)) as object,
      ),
    ],
  };
}
