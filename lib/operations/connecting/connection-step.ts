import { z } from "zod";
import type { MemberFault } from "@/lib/base/core/errors";
import { tenancyMembers } from "@/lib/farm/tenancies/contract";
import type { PlantServiceErrorCode } from "@/lib/service/errors";

/** The steps of the connection test, in order; the last two are independent of the others. */
export const TEST_STEPS = [
  "Addresses reached",
  "Token",
  "Query accepted",
  "Status",
  "Result",
  "Rows read",
  "Own address",
  "A notification from the service",
] as const;

/** The number of steps that lead to the history; each needs the one before. */
export const HISTORY_STEPS = 6;

/** The number of these steps that need only the addresses. */
export const ADDRESS_STEPS = 1;

/** The number of these steps that need only the addresses and the client. */
export const CLIENT_STEPS = 2;

/** The likely cause of a failure, and one thing to do about it. */
export type Advice = { cause: string; next: string };

export type TestStep = {
  /** From 1. */
  step: number;
  name: string;
  state: "done" | "failed" | "waiting";
  ms: number | null;
  /** RFC 3339, of a step whose time matters more than its duration. */
  at: string | null;
  /** The request in the service's words: `POST /v1/query`. */
  call: string | null;
  outcome: string | null;
  advice: Advice | null;
  /** Why a call of the service failed. */
  code: PlantServiceErrorCode | null;
  /** Faults of single fields. */
  faults: readonly MemberFault[];
};

const orEmpty = <S extends z.ZodType<string>>(schema: S) =>
  z
    .preprocess((value) => (value === "" ? undefined : value), schema.optional())
    .transform((text) => text ?? "");

/** The values of the form, saved or not. An empty secret or a missing value means the stored one. */
export const testValuesSchema = z.strictObject({
  baseUrl: orEmpty(tenancyMembers.baseUrl).optional(),
  authUrl: orEmpty(tenancyMembers.authUrl).optional(),
  clientId: orEmpty(tenancyMembers.clientId).optional(),
  clientSecret: z.string().trim().max(4_096),
  tokenAuth: tenancyMembers.tokenAuth.optional(),
  dataDelayHours: tenancyMembers.dataDelayHours.optional(),
  /** The last step to run; by default all run. */
  upTo: z.int().min(1).max(TEST_STEPS.length).optional(),
});

export type TestValues = z.output<typeof testValuesSchema>;

/** The values of a test: those of the form, completed by the stored ones. */
export type TestedValues = Required<TestValues>;

/** A step of the connection test that has not been run. */
export function blankStep(step: number): TestStep {
  const nothing = { ms: null, at: null, call: null, outcome: null, advice: null, code: null, faults: [] };
  return { step, name: TEST_STEPS[step - 1] ?? "", state: "waiting", ...nothing };
}
