import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "@/lib/base/core/errors";
import type { Endpoint } from "@/lib/base/request/endpoint";

/** JSON Schema, as zod generates it. */
type JsonSchema = Record<string, unknown>;

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    parameter: z.string().optional().meta({ description: "The parameter or member at fault" }),
  })
  .meta({ description: "RFC 9457 problem document" });

const PROBLEMS: Record<ErrorCode, string> = {
  "bad-request": "A parameter or member is wrong; `parameter` names it",
  unauthenticated: "No valid token or session",
  forbidden: "The role may not",
  "not-found": "No such thing",
  "method-not-allowed": "Another method; `Allow` names the right ones",
  conflict: "What is there does not allow it",
  "too-large": "The body is too large; `detail` says how large it may be",
  "too-many-requests": "Too many at a time: ask again later",
  internal: "A fault of Leafwatch's own; its log has the details",
  unavailable: "Not available at the moment; `Retry-After` says when to ask again",
};
const NOT_EVERYWHERE: readonly ErrorCode[] = ["conflict", "too-large", "too-many-requests"];

/** The statuses of the problems that a call can answer with. */
function problemsOf({ body, expensive, problems = [] }: Endpoint): number[] {
  const codes = (Object.keys(PROBLEMS) as ErrorCode[]).filter(
    (code) =>
      !NOT_EVERYWHERE.includes(code) ||
      (code === "too-large" && body) ||
      (code === "too-many-requests" && expensive) ||
      problems.some((own) => own === code),
  );
  return codes.map((code) => ERROR_STATUS[code]);
}

/** The OpenAPI 3.1 document of endpoints, generated from the schemas that validate their requests. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  info: { title: string; version: string; description: string },
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A token of a program or a screen" },
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
      schemas: { Problem: jsonSchema(problemSchema, "output") },
      responses: Object.fromEntries(
        (Object.keys(PROBLEMS) as ErrorCode[]).map((code) => [
          `Problem${ERROR_STATUS[code]}`,
          problemOf(PROBLEMS[code]),
        ]),
      ),
    },
  };
}

function problemOf(description: string) {
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  return { description, content };
}

function operationOf(endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    description: `Needs the role ${endpoint.access} or one above it.`,
    parameters: [...parametersOf(endpoint.params, "path"), ...parametersOf(endpoint.query, "query")],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: jsonSchema(endpoint.body, "input") } },
      },
    }),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint),
      ...Object.fromEntries(
        problemsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
}

/** `GET /api/v1/alerts/{alertId}` becomes `getAlertsAlertId`. */
function operationIdOf({ method, path }: Endpoint): string {
  const words = path
    .replace("/api/v1/", "")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function successOf({ answer, contentType, summary }: Endpoint) {
  const schema = answer ? jsonSchema(answer, "output") : { type: "string" };
  return { description: summary, content: { [contentType ?? "application/json"]: { schema } } };
}

function parametersOf(schema: z.ZodType | undefined, place: "query" | "path") {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" && { description }),
    schema: own,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return own;
}
