/** Called by Next when a server process starts, maybe more than once: it must neither wait nor throw. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { trackPeers } = await import("@/lib/http/peer.server");
  trackPeers();
  const { limitServers } = await import("@/lib/http/limits.server");
  limitServers();
  const { watchRequests } = await import("@/lib/http/front.server");
  watchRequests();
  const { buildVersion } = await import("@/lib/http/version.server");
  buildVersion();
  const { endStreamsOnSignals } = await import("@/lib/events/hub.server");
  endStreamsOnSignals();
  const { watchOutages } = await import("@/lib/outages/service.server");
  const { getIntake, startIntake } = await import("@/lib/webhooks/intake.server");
  watchOutages(async () => (await getIntake().disk()).fullSince === null);
  startIntake();
  const { startBackground } = await import("@/lib/jobs/start.server");
  startBackground();
}
