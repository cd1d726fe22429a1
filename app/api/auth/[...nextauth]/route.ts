import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { localPath } from "@/lib/auth/local-path";
import { authOptions } from "@/lib/auth/next-auth.server";
import { type Pending, pendingCookieHeader } from "@/lib/auth/pending.server";
import { readBytes } from "@/lib/http/body.server";
import { expectedOf } from "@/lib/http/expected.server";
import { problemResponse } from "@/lib/http/problem";
import { refuseForeignOrigin } from "@/lib/http/same-origin.server";

type Context = { params: Promise<{ nextauth: string[] }> };

/** A form of e-mail, password and tokens is far shorter. */
const LARGEST_FORM = 16_384;

/** next-auth's endpoints. Redirects are made relative: people may come by another name than LEAFWATCH_URL. */
async function handle(request: Request, context: Context): Promise<Response> {
  let pending: Pending | null | undefined;
  const options = authOptions(request, (now) => {
    pending = now;
  });
  const response: Response = await NextAuth(request as never, context as never, options);
  if (pending !== undefined) response.headers.append("set-cookie", await pendingCookieHeader(pending));
  const location = response.headers.get("location");
  if (location) {
    const target = new URL(location, request.url);
    response.headers.set("location", localPath(target.href, target.host));
  }
  return response;
}

async function handleForm(request: Request, context: Context): Promise<Response> {
  try {
    refuseForeignOrigin(request);
    const { method, headers } = request;
    const body = await readBytes(request, LARGEST_FORM);
    return await handle(new NextRequest(request.url, { method, headers, body }), context);
  } catch (error) {
    return problemResponse(expectedOf(error, "/api/auth"));
  }
}

export { handle as GET, handleForm as POST };
