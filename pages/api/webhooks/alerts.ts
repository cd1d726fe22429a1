import type { NextApiRequest, NextApiResponse } from "next";
import { receiveNotification } from "@/lib/alerting/webhooks/receive.server";
import { refuseMethod } from "@/lib/alerting/webhooks/wire.server";

// The signature is over the bytes as they came, so that nobody may read the body before us.
export const config = { api: { bodyParser: false, externalResolver: true } };

/** The address that the service sends its notifications to: docs/spec/http-contract.md "Notifications". */
export default async function handler(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  const { method, headers } = request;
  // A body that is too large is not read to its end, and its sender hears the answer all the same.
  const body = request.iterator({ destroyOnReturn: false });
  const answer = method === "POST" ? await receiveNotification({ headers, body }) : refuseMethod();
  response.writeHead(answer.status, answer.headers).end(answer.body);
}
