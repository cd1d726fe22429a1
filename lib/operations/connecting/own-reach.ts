import { kindOfHost } from "@/lib/base/core/addresses";

/** Who reaches our own address, for whoever is to give it to the service. */
export function reachWords(address: string): string {
  return kindOfHost(new URL(address).hostname) === "loopback"
    ? "Only this machine reaches it. Unless the service runs here too, set LEAFWATCH_URL to an address that it can reach"
    : "As LEAFWATCH_URL has it. The service must reach it from outside";
}
