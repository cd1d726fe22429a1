/** The header of every answer of a snapshot, a 304 too, with the server's clock: epoch milliseconds. */
export const CLOCK_HEADER = "leafwatch-time";
