import "server-only";
import { expectedOf } from "@/lib/base/request/expected.server";
import { problemResponse } from "./problem";
import { refuseForeignOrigin } from "./same-origin.server";

/** A route for browsers that nobody is signed in to; its handler says itself what may be done. Errors are problem documents. */
export function openRoute(where: string, handle: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    try {
      if (request.method !== "GET") refuseForeignOrigin(request);
      return await handle(request);
    } catch (error) {
      return problemResponse(expectedOf(error, where));
    }
  };
}
