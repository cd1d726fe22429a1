"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import * as rotation from "./service.server";

const nothing = z.strictObject({});

/** Begins to seal every stored secret with a new key. */
export const rotateKeys = action({ access: "admin", input: nothing }, ({ actor }) =>
  rotation.startRotation(actor),
);

/** Removes the older keys, which ends the sessions that they signed. */
export const forgetOlderKeys = action({ access: "admin", input: nothing }, ({ actor }) =>
  rotation.forgetOlderKeys(actor),
);
