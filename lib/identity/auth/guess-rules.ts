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
const MAX_PER_HOUR = 100;
/** Over all accounts, in 15 minutes: a whole farm may share one address. */
const FREE_TRIES_OF_ADDRESS = 50;
/** An address with this many wrong tries is refused. */
export const MAX_PER_ADDRESS = 200;
const MAX_WAIT_MS = 8_000;

/**
 * Decides how long the next try waits. Ten wrong tries in 15 minutes are free, each further one doubles the wait from
 * one second to eight. The hundredth in an hour refuses the account until that hour has passed; tries from an address
 * where the person is signed in, or from a device that they have signed in from, count separately. An address that
 * tries one password at many accounts is slowed from fifty wrong tries on, and refused from two hundred on.
 * @param ofAddress wrong tries in 15 minutes from the address that tries now, over all accounts; 0 where the person is
 *   signed in there
 * @returns milliseconds to wait, or `refused`
 */
export function judgeTry({ here, anywhere, hour }: Guesses, ofAddress = 0): number | "refused" {
  if (hour >= MAX_PER_HOUR || ofAddress >= MAX_PER_ADDRESS) return "refused";
  return Math.max(
    waitAfter(Math.max(here, anywhere) - FREE_TRIES),
    waitAfter(ofAddress - FREE_TRIES_OF_ADDRESS),
  );
}

const waitAfter = (over: number) => (over < 0 ? 0 : Math.min(1_000 * 2 ** over, MAX_WAIT_MS));
