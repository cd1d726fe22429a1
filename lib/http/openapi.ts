import { z } from "zod";
import { ERROR_STATUS } from "@/lib/core/errors";
import type { Endpoint } from "./endpoint";

/** The parts of an OpenAPI 3.1 document that we write; schemas are JSON Schema as zod gives them. */
type JsonSchema = Record<string, unknown>;
type Parameter = {
  name: string;
  in: "query" | "path";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    parameter: z.string().optional().meta({ description: "The parameter or member at fault" }),
  })
  .meta({ description: "RFC 9457 problem document" });

const PROBLEMS: Record<number, string> = {
  [ERROR_STATUS["bad-request"]]: "A parameter or member is wrong; `parameter` names it",
  [ERROR_STATUS.unauthenticated]: "No valid token or session",
  [ERROR_STATUS.forbidden]: "The role may not",
  [ERROR_STATUS["not-found"]]: "No such thing",
  [ERROR_STATUS.unavailable]: "Not available at the moment",
};

/** The OpenAPI 3.1 document of some endpoints, generated from the schemas that check the requests. */
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
        Object.entries(PROBLEMS).map(([status, description]) => [`Problem${status}`, problemOf(description)]),
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
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: jsonSchema(endpoint.body, "input") } },
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint),
      ...Object.fromEntries(
        Object.keys(PROBLEMS).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
}

/** `GET /api/v1/alerts/{alertId}` is `getAlertsAlertId`. */
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

function parametersOf(schema: z.ZodType | undefined, place: "query" | "path"): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" ? { description } : {}),
    schema: own,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return own;
}
