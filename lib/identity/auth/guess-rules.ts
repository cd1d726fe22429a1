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
/** Over all accounts, in 15 minutes: a whole farm may sit behind one address. */
const FREE_TRIES_OF_ADDRESS = 50;
/** From so many on its address is refused. */
export const MOST_OF_ADDRESS = 200;
const LONGEST_WAIT_MS = 8_000;

/**
 * What the next try has to put up with. Nobody is locked out: ten wrong tries in 15 minutes are free, each further one
 * waits a second, then twice as long each time, up to eight. Only the hundredth in an hour closes the account's door,
 * until that hour has passed; and tries from where the person is signed in, or from a device that they have signed in
 * from, are counted by themselves. Who tries one
 * password at many accounts is slowed from fifty wrong tries on, and refused from two hundred on, by their address.
 * @param ofAddress wrong tries in 15 minutes from the address that tries now, over all accounts; 0 where the person is
 *   signed in there
 * @returns milliseconds to wait, or `refused`
 */
export function judgeTry({ here, anywhere, hour }: Guesses, ofAddress = 0): number | "refused" {
  if (hour >= MOST_IN_AN_HOUR || ofAddress >= MOST_OF_ADDRESS) return "refused";
  return Math.max(
    waitAfter(Math.max(here, anywhere) - FREE_TRIES),
    waitAfter(ofAddress - FREE_TRIES_OF_ADDRESS),
  );
}

const waitAfter = (over: number) => (over < 0 ? 0 : Math.min(1_000 * 2 ** over, LONGEST_WAIT_MS));
