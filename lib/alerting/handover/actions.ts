"use server";

import { action } from "@/lib/web/http/action.server";
import { lookSchema } from "./contract";
import { lookAtNow } from "./service.server";

/** Stores that the person looks at Now: `{tenant}`; returns from when on something is new to them. */
export const look = action({ access: "viewer", input: lookSchema }, ({ actor, input }) =>
  lookAtNow(actor, input),
);
