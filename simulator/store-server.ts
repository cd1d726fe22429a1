// The download server: sends a result to anybody with its pre-signed address.

import type { Handler } from "./http";
import { ApiError } from "./http";
import { isExpired } from "./queries";
import { sendResult } from "./result";
import { resultTable } from "./rows";
import type { Service } from "./service";

export function storeHandler(service: Service): Handler {
  return async (request, response, url) => {
    const { links, options, queries, variants } = service;
    if (request.method !== "GET") throw new ApiError(405, "Use GET here.", { allow: "GET" });
    // Object stores refuse a request with two credentials.
    if (request.headers.authorization !== undefined)
      throw new ApiError(400, "Only one authorisation may be given.");
    if (variants.has("redirect-loop")) {
      response.writeHead(302, { location: `${url.pathname}${url.search}` }).end();
      return;
    }
    const query = queries.find(links.verify(url, options.now()) ?? "");
    if (!query) throw new ApiError(403, "The signature is wrong or the address has expired.");
    if (isExpired(query, options.now())) throw new ApiError(404, "No such object.");
    service.counters.storeDownloads += 1;
    await sendResult(
      response,
      resultTable(service, query.spec, variants),
      query.id,
      variants,
      variants.once("cut"),
    );
  };
}
