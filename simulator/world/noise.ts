// Repeatable pseudo-random numbers: each is a pure function of its seed and position, so any
// row of any hour can be made without making the ones before it.

const TWO_32 = 4_294_967_296;

/** A 32-bit hash of two integers. */
export function mix(a: number, b: number): number {
  let h = Math.imul((a | 0) ^ 0x5bd1e995, 0x9e3779b1) ^ Math.imul((b | 0) + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A number in [0, 1). */
export function uniform(seed: number, position: number): number {
  return mix(seed, position) / TWO_32;
}

/** A number in [-1, 1) that changes gently as `x` moves; one bend at each whole number. */
export function smooth(seed: number, x: number): number {
  const base = Math.floor(x);
  const part = x - base;
  const eased = part * part * (3 - 2 * part);
  const left = uniform(seed, base);
  return (left + (uniform(seed, base + 1) - left) * eased) * 2 - 1;
}

/** A 32-bit hash of a text. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h, text.length);
}

/** One entry of a list that is not empty. */
export function pick<T>(list: readonly [T, ...T[]], seed: number, position: number): T {
  return list[Math.floor(uniform(seed, position) * list.length)] ?? list[0];
}
