/** A rotation that was asked for on the page: its progress, in secrets, and its outcome. Times are RFC 3339, UTC. */
export type RotationRun = {
  by: string;
  startedAt: string;
  /** Null while it runs, and after a failure that is tried again. */
  finishedAt: string | null;
  done: number;
  of: number;
  /** Values that no key opens. */
  lost: number;
  /** Why the last try failed, a sentence; null if it did not. */
  error: string | null;
};

/** The keys that seal secrets and sign sessions, by their ids (eight hex digits, which tell nothing of the key). */
export type KeyState = {
  /** `file`: Leafwatch's own file in the data folder; `environment`: LEAFWATCH_SECRET_KEYS, which no page can change. */
  source: "file" | "environment";
  file: string | null;
  newest: string;
  older: string[];
  /** Stored secrets, and those of them that still need an older key, or one that is lost. */
  secrets: { opened: number; lost: number; older: number };
  run: RotationRun | null;
};
