/** The background jobs with their payloads. */
export type JobPayloads = {
  /** One step of a query's life. */
  "advance-query": { id: string };
  /** Finds the tenancies due to be fetched, or checks the named one. */
  "sync-due": { tenancyId?: number };
  /** Places the alerts of jobs again. */
  "place-alerts": { tenancyId: number; jobIds: string[] };
  /** Checks that our own webhook address answers. */
  "answer-self-check": Record<string, never>;
  /** After an upgrade: replays quarantined deliveries that are understood now. */
  "replay-quarantine": Record<string, never>;
  /** Replays quarantined deliveries with the new id of a tenancy. */
  "replay-carried": { tenancyId: number; tenantId: string };
  /** Plans notices for these alerts, or for all that are due. */
  "look-for-notices": { alerts?: { tenancyId: number; alertIds: string[] }[]; round?: number };
  /** Sends one notice; `attempt` counts from 1, `deviceIds` are those not reached before. */
  "send-notice": {
    noticeIds: string[];
    why: "alert" | "many" | "quiet" | "missed";
    attempt: number;
    deviceIds?: number[];
  };
  /** Queues a backup if one is due. */
  "queue-backup": Record<string, never>;
  /** Makes a backup, unless one is under way. */
  "make-backup": { trigger: "schedule" | "page"; by: string };
  /** Seals the stored secrets with the newest key, as an admin asked. */
  "rotate-keys": Record<string, never>;
  /** Deletes data past its retention. */
  prune: Record<string, never>;
  /** Deletes the data of a deleted tenancy. */
  "delete-tenancy": { tenancyId: number };
  /** Recomputes daily values after a change of time zone. */
  "recut-days": Record<string, never>;
  /** Resumes queries whose job was lost, and clears old queue entries, rejected requests and tries to sign in. */
  "tidy-up": Record<string, never>;
};

export type JobName = keyof JobPayloads;

/** `off`: this process runs no jobs; `starting`: it waits for the database. */
export type WorkerState = "running" | "off" | "starting";
