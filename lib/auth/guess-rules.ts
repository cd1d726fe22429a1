/** Wrong tries for one account within the last 15 minutes, and within the last hour. */
export type Guesses = {
  /** From the address that tries now, in 15 minutes. */
  here: number;
  /** From anywhere, in 15 minutes. */
  anywhere: number;
  /** In an hour. */
  hour: number;
};

const FREE_TRIES = 10;
const MOST_IN_AN_HOUR = 100;
const LONGEST_WAIT_MS = 8_000;

/**
 * What the next try has to put up with. Nobody is locked out: ten wrong tries in 15 minutes are free, each further one
 * waits a second, then twice as long each time, up to eight. Only the hundredth in an hour closes the account's door,
 * until that hour has passed; and tries from where the person is signed in are counted by themselves.
 * @returns milliseconds to wait, or `refused`
 */
export function judgeTry({ here, anywhere, hour }: Guesses): number | "refused" {
  if (hour >= MOST_IN_AN_HOUR) return "refused";
  const wrong = Math.max(here, anywhere);
  return wrong < FREE_TRIES ? 0 : Math.min(1_000 * 2 ** (wrong - FREE_TRIES), LONGEST_WAIT_MS);
}
