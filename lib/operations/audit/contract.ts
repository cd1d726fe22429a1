import type { NamedAlert } from "@/lib/alerting/alerts/contract";
import type { AuditLine } from "@/lib/identity/audit/contract";

/** An audit entry with names for its ids, as far as the reader may see what they name and it is still there. */
export type NamedLine = AuditLine & {
  /** The tenancy of the changed thing; null for changes of tenancies themselves, whose name `target` is. */
  tenancy: {
    name: string;
    /** The beginning of the addresses of its pages. */
    prefix: string;
  } | null;
  /** The alert whose id `target` is. */
  alert: NamedAlert | null;
  /** The name of the growth job whose id `target` is. */
  jobName: string | null;
};
