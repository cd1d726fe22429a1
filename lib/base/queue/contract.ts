/** The background jobs and what each is told. */
export type JobPayloads = {
  /** One step of a query's life. */
  "advance-query": { id: string };
  /** Looks which tenancies are due to be fetched; one alone when it is named. */
  "sync-due": { tenancyId?: number };
  /** Looks again where the alerts of jobs are. */
  "place-alerts": { tenancyId: number; jobIds: string[] };
  /** Asks our own notification address whether it answers. */
  "answer-self-check": Record<string, never>;
  /** After an upgrade: takes in what lay in quarantine and is understood now. */
  "replay-quarantine": Record<string, never>;
  /** Takes in what lay in quarantine of a tenancy and carries the id that it has now. */
  "replay-carried": { tenancyId: number; tenantId: string };
  /** Finds out who is to be told of alerts: of these, or of all that is due. */
  "look-for-notices": { alerts?: { tenancyId: number; alertIds: string[] }[]; round?: number };
  /** Sends one message; `attempt` counts from 1, `deviceIds` are those that an earlier one did not reach. */
  "send-notice": {
    noticeIds: string[];
    why: "alert" | "many" | "quiet" | "missed";
    attempt: number;
    deviceIds?: number[];
  };
  /** Takes away what is older than it is to be kept. */
  prune: Record<string, never>;
  /** Deletes what is left of a tenancy that an admin deleted. */
  "delete-tenancy": { tenancyId: number };
  /** Cuts the days of tenancies anew whose time zone was changed. */
  "recut-days": Record<string, never>;
  /** Picks up queries whose job was lost, and clears left-overs: of the queue, refused requests, tries to sign in. */
  "tidy-up": Record<string, never>;
};

export type JobName = keyof JobPayloads;

/** `off`: this process runs no jobs; `starting`: it waits for the database. */
export type WorkerState = "running" | "off" | "starting";
