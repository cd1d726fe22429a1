/** Called by Next when a server process starts, maybe more than once: it must neither wait nor throw. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { trackPeers } = await import("@/lib/base/request/peer.server");
  trackPeers();
  const { limitServers } = await import("@/lib/web/http/front.server");
  limitServers();
  const { watchRequests } = await import("@/lib/web/http/front.server");
  watchRequests();
  const { buildVersion } = await import("@/lib/web/http/version.server");
  buildVersion();
  const { endStreamsOnSignals } = await import("@/lib/web/events/hub.server");
  endStreamsOnSignals();
  const { watchOutages } = await import("@/lib/alerting/outages/service.server");
  const { getIntake, startIntake } = await import("@/lib/alerting/webhooks/intake.server");
  watchOutages(async () => (await getIntake().disk()).fullSince === null);
  startIntake();
  const { startBackground } = await import("@/lib/operations/tasks/start.server");
  startBackground();
}
