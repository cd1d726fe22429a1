// Every declared call of the read API, for its description.

import * as alerts from "@/lib/alerts/contract";
import * as alertDetail from "@/lib/alerts/detail-contract";
import * as areas from "@/lib/areas/contract";
import * as audit from "@/lib/audit/contract";
import * as coverage from "@/lib/coverage/contract";
import * as deliveries from "@/lib/deliveries/contract";
import * as events from "@/lib/events/contract";
import * as freshness from "@/lib/freshness/contract";
import * as handover from "@/lib/handover/contract";
import { type Endpoint, endpoint } from "@/lib/http/endpoint";
import * as measurements from "@/lib/measurements/contract";
import * as notes from "@/lib/notes/contract";
import * as outages from "@/lib/outages/contract";
import * as queries from "@/lib/queries/contract";
import * as saved from "@/lib/queries/saved-contract";
import * as screens from "@/lib/screens/report-contract";
import * as series from "@/lib/series/contract";
import * as sync from "@/lib/sync/contract";
import * as together from "@/lib/together/contract";
import * as users from "@/lib/users/contract";
import * as me from "@/lib/users/me-contract";
import * as wall from "@/lib/wall/contract";

/** The description itself. */
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
  measurements,
  notes,
  outages,
  queries,
  saved,
  screens,
  series,
  sync,
  together,
  users,
  me,
  wall,
].flatMap((contract) => Object.values<unknown>(contract).filter(isEndpoint));

export const ENDPOINTS: readonly Endpoint[] = [...declared, readOpenApi].sort(
  (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
);

/** A contract also exports schemas and lists: what has a method and a path is a call. */
function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}
