import { reportScreen } from "@/lib/display/screens/contract";
import { receiveReport } from "@/lib/display/screens/service.server";
import { screenCookieHeader, screenTokenOf } from "@/lib/identity/auth/cookies.server";
import { jsonResponse, methods, route } from "@/lib/web/http/route.server";

/** Renews the cookie of the screen, so that it never expires while it is in use. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(reportScreen, async ({ actor, body, request }) => {
    const response = jsonResponse(await receiveReport(actor, body));
    const token = request.headers.has("authorization") ? undefined : screenTokenOf(request);
    if (token) response.headers.append("set-cookie", screenCookieHeader(token));
    return response;
  }),
});
