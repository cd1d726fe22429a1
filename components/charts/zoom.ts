import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";

/** How a wheel and two fingers change the time that is shown. Pure; times in epoch milliseconds. */
type Window = { from: number; to: number };

const SHORTEST = 2 * HOUR_MS;
const LONGEST = 366 * DAY_MS;

/** Within the shortest and longest time, and not beyond the newest; the length is kept where it can be. */
function within(window: Window, latest: number): Window {
  const length = Math.min(Math.max(window.to - window.from, SHORTEST), LONGEST);
  const to = Math.min(window.from + length, latest);
  return { from: to - length, to };
}

/**
 * The window with an instant of it kept in place.
 * @param factor over 1 shows more time, under 1 less
 * @param latest nothing after it is ever shown
 */
export function zoomedAt(window: Window, at: number, factor: number, latest: number): Window {
  const length = window.to - window.from;
  const next = Math.min(Math.max(length * factor, SHORTEST), LONGEST);
  const share = length > 0 ? (at - window.from) / length : 0.5;
  const from = at - share * next;
  return within({ from, to: from + next }, latest);
}

/** The window moved by so many milliseconds. */
export function panned(window: Window, by: number, latest: number): Window {
  return within({ from: window.from + by, to: window.to + by }, latest);
}

/** By how much a turn of the wheel zooms: a notch of a mouse about a sixth, a pinch on a pad as fast as the fingers. */
export function wheelFactor(deltaY: number, deltaMode: number): number {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaY;
  return Math.exp(Math.min(Math.max(pixels, -120), 120) * 0.0015);
}
