// All declared calls of the read API, for its OpenAPI document.

import * as alerts from "@/lib/alerting/alerts/contract";
import * as alertDetail from "@/lib/alerting/alerts/detail-contract";
import * as deliveries from "@/lib/alerting/deliveries/contract";
import * as handover from "@/lib/alerting/handover/contract";
import * as outages from "@/lib/alerting/outages/contract";
import * as events from "@/lib/base/events/contract";
import { type Endpoint, endpoint } from "@/lib/base/request/endpoint";
import * as freshness from "@/lib/display/freshness/contract";
import * as screens from "@/lib/display/screens/contract";
import * as sites from "@/lib/display/sites/contract";
import * as wall from "@/lib/display/wall/contract";
import * as areas from "@/lib/farm/areas/contract";
import * as jobs from "@/lib/farm/jobs/contract";
import * as measurements from "@/lib/farm/measurements/contract";
import * as notes from "@/lib/farm/notes/contract";
import * as series from "@/lib/farm/series/contract";
import * as siteGroups from "@/lib/farm/site-groups/contract";
import * as tenancies from "@/lib/farm/tenancies/contract";
import * as coverage from "@/lib/history/coverage/contract";
import * as queries from "@/lib/history/queries/contract";
import * as sync from "@/lib/history/sync/contract";
import * as audit from "@/lib/identity/audit/contract";
import * as userApi from "@/lib/identity/users/api-contract";
import * as users from "@/lib/identity/users/contract";
import * as system from "@/lib/operations/system/contract";
import * as batch from "@/lib/web/batch/contract";

/** The OpenAPI document. */
export const readOpenApi = endpoint({
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "This description, OpenAPI 3.1",
  access: "viewer",
});

const declared = [
  alerts,
  alertDetail,
  areas,
  audit,
  coverage,
  deliveries,
  events,
  freshness,
  handover,
  jobs,
  measurements,
  notes,
  outages,
  queries,
  screens,
  series,
  sites,
  sync,
  system,
  siteGroups,
  tenancies,
  batch,
  userApi,
  users,
  wall,
].flatMap((contract) => Object.values<unknown>(contract).filter(isEndpoint));

export const ENDPOINTS: readonly Endpoint[] = [...declared, readOpenApi].sort(
  (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
);

/** Tells a call from the schemas and lists that a contract exports as well. */
function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}
