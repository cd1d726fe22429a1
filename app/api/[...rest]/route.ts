import { AppError } from "@/lib/base/core/errors";
import { problemResponse } from "@/lib/web/http/problem";

export const dynamic = "force-dynamic";

/** Any unknown address under /api. */
function refuse(request: Request): Response {
  const { pathname } = new URL(request.url);
  return problemResponse(new AppError("not-found", `Nothing answers at ${pathname}.`));
}

export {
  refuse as DELETE,
  refuse as GET,
  refuse as HEAD,
  refuse as OPTIONS,
  refuse as PATCH,
  refuse as POST,
  refuse as PUT,
};
