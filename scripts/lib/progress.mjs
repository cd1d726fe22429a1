// Progress output of the commands, as plain lines that suit a log file.

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {string} line */
export function warn(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * @param {number} sinceMs a time from Date.now()
 * @returns {string} such as "4.2 s" or "1 min 05 s"
 */
export function elapsed(sinceMs) {
  const seconds = (Date.now() - sinceMs) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
}

/**
 * Prints progress every few seconds until `work` is done.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {() => string} [detail] appended to each line
 * @returns {Promise<T>}
 */
export async function withProgress(title, work, detail = () => "") {
  const began = Date.now();
  say(`${title} …`);
  // A log file gets fewer lines than a terminal.
  const every = process.stdout.isTTY ? 3_000 : 15_000;
  const tick = setInterval(() => say(`${title} … ${elapsed(began)}${detail()}`), every);
  try {
    const result = await work();
    say(`${title}: done in ${elapsed(began)}`);
    return result;
  } finally {
    clearInterval(tick);
  }
}
