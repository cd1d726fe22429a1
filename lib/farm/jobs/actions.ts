"use server";

import { action } from "@/lib/web/http/action.server";
import { newNameSchema } from "./contract";
import { setJobName } from "./service.server";

/** Names a growth job: `{tenant, jobId, name}`, null for the name of its place and first day. */
export const nameJob = action({ access: "grower", input: newNameSchema }, async ({ actor, input }) => {
  await setJobName(actor, input);
});
