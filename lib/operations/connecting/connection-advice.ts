import { isUntrusted, type PlantServiceErrorCode } from "@/lib/service/errors";
import type { Advice } from "./connection-step";

const RUN_AGAIN = "then run again";

/** The most likely cause of a failure of the service's client, and one thing to do. */
export const ADVICE: Record<PlantServiceErrorCode, Advice> = {
  "token-refused": {
    cause: "the client id or secret is mistyped, or the service wants them sent the other way.",
    next: `Enter the client secret again, or switch how the credentials are sent, ${RUN_AGAIN}.`,
  },
  "scope-missing": {
    cause: "the client lacks the scope of this data, or the licence does not hold it.",
    next: "Ask whoever runs the service for the scope data.indices:query.",
  },
  "bad-request": {
    cause: "the base address belongs to another version of the interface.",
    next: `Compare the base address with the service's documentation, ${RUN_AGAIN}.`,
  },
  "rate-limited": {
    cause: "the client has asked more often than the service allows.",
    next: "Wait a few minutes, then run again.",
  },
  unavailable: {
    cause: "the service is being maintained or is overloaded.",
    next: "Wait a few minutes, then run again.",
  },
  "server-error": {
    cause: "a fault on the service's side.",
    next: "Copy the steps for its support, and run again later.",
  },
  unreachable: {
    cause: "a firewall on the way, a wrong port, or the service is down.",
    next: `Let this machine reach the host named above, ${RUN_AGAIN}.`,
  },
  timeout: {
    cause: "a firewall that swallows requests, or a service under load.",
    next: `Let this machine reach the host named above, ${RUN_AGAIN}.`,
  },
  aborted: {
    cause: "the service takes longer than the test waits.",
    next: "Run again; a query of its own may take as long as its deadline allows.",
  },
  "bad-answer": {
    cause: "another server answers here, or the path is wrong.",
    next: `Compare the address with the service's documentation, ${RUN_AGAIN}.`,
  },
  "query-failed": {
    cause: "the service could not work out the query.",
    next: "Copy the steps for its support; the reason above is the service's own.",
  },
  "result-expired": {
    cause: "a proxy between here and the store adds a header of its own, or this machine's clock is wrong.",
    next: `Let the store's address pass untouched, ${RUN_AGAIN}.`,
  },
  "download-cut": {
    cause: "a proxy ends long downloads, or the network broke.",
    next: "Run again; if it breaks at the same place, look at the proxy.",
  },
  "refused-address": {
    cause: "the address leads into a private network, which an address typed into a page may not.",
    next: "An operator allows the host as said above, or sets the address by file.",
  },
};

/** The host's name was not found. */
const NAME_NOT_FOUND: Advice = {
  cause: "a typing mistake in the address, or this machine has no name service.",
  next: `Compare the address letter by letter, ${RUN_AGAIN}.`,
};

/** An authority that this machine does not know signed the host's certificate. */
const NOT_TRUSTED: Advice = {
  cause: "the certificate is signed by an authority of your own, or a proxy on the way puts its own in.",
  next: "An operator names a file with that authority's certificate in NODE_EXTRA_CA_CERTS and starts Leafwatch again.",
};

/** The advice on what a `fetch` threw, which says more than its code. */
export function adviceForError(error: unknown, code: PlantServiceErrorCode): Advice {
  if (isUntrusted(error)) return NOT_TRUSTED;
  return error instanceof Error && "hostname" in error ? NAME_NOT_FOUND : ADVICE[code];
}
