/** Some installations want a trailing slash on an address, some refuse it; find out once and remember. */
import { type Answer, type CallContext, refusal } from "./call";
import type { PlantServiceCall } from "./errors";

/** What the client learned of an installation; may be shared by all clients of a tenancy. */
export interface ServiceMemory {
  tokenSlash?: boolean;
  submitSlash?: boolean;
  statusSlash?: boolean;
  /** How the client id and secret are written into HTTP Basic. */
  basicEncoding?: "raw" | "form";
}

/** Where a redirect leads: the same address but for its last slash, the same origin, or elsewhere. */
export type RedirectKind = "slash" | "same-origin" | "elsewhere";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a status is one of the redirects with a Location. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The absolute target of a redirect; null when it names none that can be read. */
export function redirectTarget(url: string, headers: Headers): URL | null {
  const location = headers.get("location");
  return location && URL.canParse(location, url) ? new URL(location, url) : null;
}

/** Judges where a redirect from `url` leads. */
export function kindOfRedirect(url: string, target: URL): RedirectKind {
  const from = new URL(url);
  if (target.origin !== from.origin) return "elsewhere";
  const bare = (path: string) => path.replace(/\/+$/, "");
  return bare(target.pathname) === bare(from.pathname) ? "slash" : "same-origin";
}

function wantsOtherForm(url: string, answer: Answer, on404: boolean): boolean {
  if (on404 && (answer.status === 404 || answer.status === 405)) return true;
  const target = isRedirect(answer.status) ? redirectTarget(url, answer.headers) : null;
  return target !== null && kindOfRedirect(url, target) !== "elsewhere";
}

/** One address in its two forms. */
export interface SlashCall {
  call: PlantServiceCall;
  /** Without a trailing slash. */
  url: string;
  memory: ServiceMemory;
  key: "tokenSlash" | "submitSlash" | "statusSlash";
  /** Whether 404 and 405 are a reason to try the other form, too. */
  on404: boolean;
  ask: (url: string) => Promise<Answer>;
}

/**
 * Asks without a trailing slash; on 404, 405 or a redirect to the same origin with it, in the same method
 * and with the same body (service-in-the-field, Token). Remembers the form that was answered.
 * @throws PlantServiceError bad-answer for a redirect that cannot be followed
 */
export async function askWithSlashes(ctx: CallContext, plan: SlashCall): Promise<Answer> {
  const { memory, key } = plan;
  const remembered = memory[key] ?? false;
  const form = (slash: boolean) => (slash ? `${plan.url}/` : plan.url);
  const first = await plan.ask(form(remembered));
  if (!wantsOtherForm(form(remembered), first, plan.on404)) return settle(ctx, plan, first, remembered);
  const second = await plan.ask(form(!remembered));
  if (wantsOtherForm(form(!remembered), second, plan.on404)) return settle(ctx, plan, second, null);
  return settle(ctx, plan, second, !remembered);
}

function settle(ctx: CallContext, plan: SlashCall, answer: Answer, slash: boolean | null): Answer {
  if (isRedirect(answer.status)) {
    throw refusal(ctx, plan.call, answer, {
      code: "bad-answer",
      detail: "it redirects to another address, which is not followed",
    });
  }
  if (slash !== null) plan.memory[plan.key] = slash;
  return answer;
}
