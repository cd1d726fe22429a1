import { z } from "zod";

/** What a screen can show. */
export const SCREEN_VIEWS = ["alerts", "areas"] as const;
export const screenViewSchema = z.enum(SCREEN_VIEWS, "has to be alerts or areas");
export type ScreenView = z.infer<typeof screenViewSchema>;

export const VIEW_NAMES: Record<ScreenView, string> = { alerts: "Alerts", areas: "Areas" };

/** The form of a new screen. `tenantId` may stay empty where there is one tenancy. */
export const newScreenSchema = z.strictObject({
  name: z.string().trim().min(1, "is missing").max(100, "has more than 100 characters"),
  view: screenViewSchema,
  tenantId: z.string().min(1, "is missing"),
});
export type NewScreen = z.output<typeof newScreenSchema>;

/** A screen as its page shows it: never its token. */
export type ScreenLine = {
  id: number;
  name: string;
  view: ScreenView;
  tenancyName: string | null;
  createdAt: string;
  createdBy: string;
  lastSeenAt: string | null;
  revokedAt: string | null;
  provisioned: boolean;
};
