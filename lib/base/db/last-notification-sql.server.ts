import "server-only";

/**
 * When the last notification of a tenancy came, in SQL. What a secret of it fitted came from its service, also where
 * it was not understood; what none fitted, and our own tests, did not. `t` is the row of the tenancy. Null for never.
 */
export const LAST_NOTIFICATION = `(SELECT d.received_at FROM deliveries d
  WHERE d.tenancy_id = t.id AND NOT d.test AND d.outcome <> 'rejected' ORDER BY d.id DESC LIMIT 1)`;
