"use server";

import { z } from "zod";
import { action } from "@/lib/web/http/action.server";
import { backupSettingsSchema } from "./contract";
import * as backups from "./service.server";

/** Changes when backups are made and how many are kept. */
export const saveBackupSettings = action(
  { access: "admin", input: backupSettingsSchema },
  ({ actor, input }) => backups.saveBackupSettings(actor, input),
);

/** Asks for a backup now. */
export const backUpNow = action({ access: "admin", input: z.strictObject({}) }, ({ actor }) =>
  backups.requestBackup(actor),
);
