import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import type { Draft } from "./tenancy-draft";

/** What the parts of the form share. */
export type FormPart = {
  tenancy: TenancyDetails;
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  errorOf: (member: string) => string | undefined;
  lockedOf: (member: string) => boolean;
};
