const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A ULID: ten characters of time, sixteen random ones; sorted as text, ULIDs are sorted by time.
 * @param now epoch milliseconds
 * @param random sixteen random bytes
 */
export function ulid(now: number, random: Uint8Array): string {
  let time = "";
  for (let left = now, place = 0; place < 10; place++) {
    time = ALPHABET.charAt(left % 32) + time;
    left = Math.floor(left / 32);
  }
  const chance = [...random.subarray(0, 16)].map((byte) => ALPHABET.charAt(byte % 32)).join("");
  return time + chance;
}
