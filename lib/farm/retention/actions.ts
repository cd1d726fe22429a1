"use server";

import { action } from "@/lib/web/http/action.server";
import { retentionSchema } from "./contract";
import * as retention from "./service.server";

/** Changes how long data is kept. */
export const saveRetention = action({ access: "admin", input: retentionSchema }, ({ actor, input }) =>
  retention.saveRetention(actor, input),
);
