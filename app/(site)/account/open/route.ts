/** The address of notices of former versions: leads to the alert in the tenancy that it names. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [tenant, alert] = [searchParams.get("tenant"), searchParams.get("alert")];
  const page = alert ? `/alerts/${encodeURIComponent(alert)}` : "/alerts";
  const location = tenant ? `${page}?${new URLSearchParams({ tenant })}` : page;
  return new Response(null, { status: 303, headers: { location } });
}
