import { cookies } from "next/headers";
import { PREFERENCE_COOKIES } from "@/lib/web/preferences/contract";

const YEAR_S = 31_536_000;

/**
 * The address of a notice where there are several tenancies: remembers the tenancy and redirects to the alert, whose page
 * checks access.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [tenant, alert] = [searchParams.get("tenant"), searchParams.get("alert")];
  if (tenant)
    (await cookies()).set(PREFERENCE_COOKIES.tenancy, tenant.slice(0, 100), {
      path: "/",
      maxAge: YEAR_S,
      sameSite: "lax",
      httpOnly: true,
    });
  const location = alert ? `/alerts/${encodeURIComponent(alert)}` : "/alerts";
  return new Response(null, { status: 303, headers: { location } });
}
