import "server-only";
import { AppError } from "@/lib/base/core/errors";
import type { QueryOf } from "@/lib/base/request/endpoint";
import { expectedOf } from "@/lib/base/request/expected.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { problemOf } from "@/lib/web/http/problem";
import { bodyOf, TextResponse, tagOf } from "@/lib/web/http/responses.server";
import type { RouteHandler } from "@/lib/web/http/route.server";
import type { readBatch } from "./contract";
import { type Matched, matchPath } from "./match";

type Asked = { actor: Actor; request: Request; query: QueryOf<typeof readBatch> };

type Part = { status: number; tag: string | null; text: string };

/**
 * Answers a batch of reads: after an event every window repeats up to six. Each passes the checks of its own route; a
 * failed one becomes a problem in its place.
 * @param routes the routes allowed in a batch
 */
export async function answerBatch(
  { actor, request, query: { read, tag } }: Asked,
  routes: readonly RouteHandler[],
): Promise<Response> {
  const parts = await Promise.all(read.map((address) => answerOne(actor, request, address, routes)));
  const texts = parts.map((part, n) => serialise(part, tag?.[n] ?? ""));
  return new TextResponse(`{"parts":[${texts.join(",")}]}`, {
    headers: {
      "content-type": "application/json",
      "cache-control": "private, no-store",
      etag: tagOf(texts.map((text, n) => (text.length > 200 && parts[n]?.tag) || text).join()),
    },
  });
}

function serialise({ status, tag, text }: Part, known: string): string {
  if (tag !== null && tag === known) return `{"status":304,"tag":${JSON.stringify(tag)}}`;
  return `{"status":${status},"tag":${JSON.stringify(tag)},"body":${text}}`;
}

async function answerOne(
  actor: Actor,
  request: Request,
  address: string,
  routes: readonly RouteHandler[],
): Promise<Part> {
  const [pathname = "", search] = address.split(/\?(.*)/s);
  const paths = routes.map(({ declaration }) => declaration.path);
  try {
    const found: Matched | null = matchPath(pathname, paths);
    const route = routes.find(({ declaration }) => declaration.path === found?.path);
    if (!found || !route)
      throw new AppError("not-found", `${pathname} cannot be asked together with others.`);
    const answer = await route.answerPart({
      actor,
      request,
      params: found.params,
      search: new URLSearchParams(search),
    });
    const { text, tag } = bodyOf(answer as object);
    return { status: 200, tag, text };
  } catch (error) {
    const problem = problemOf(expectedOf(error, pathname));
    return { status: problem.status, tag: null, text: JSON.stringify(problem) };
  }
}
