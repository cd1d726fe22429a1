// Detects a process that hangs by checking every few seconds whether it answers.

const mostFailures = 3;
/** Time a process may take to answer for the first time. */
const startingMs = 120_000;
const askEveryMs = { starting: 1_000, running: 5_000 };

export const answerWithinMs = 5_000;
/** A check that takes longer is ignored: the machine was asleep, or this process was suspended. */
const longestLookMs = askEveryMs.running + answerWithinMs + 5_000;

export class Liveness {
  #failures = 0;
  #silentMs = 0;
  #hasAnswered;

  /** @param {{ hasAnswered?: boolean }} [known] whether it has already answered */
  constructor({ hasAnswered = false } = {}) {
    this.#hasAnswered = hasAnswered;
  }

  /** Delay until the next check, in ms. */
  get pauseMs() {
    return this.#hasAnswered ? askEveryMs.running : askEveryMs.starting;
  }

  /**
   * @param {boolean} answered
   * @param {number} tookMs time from one check to the next
   * @returns {boolean} true if the process hangs
   */
  record(answered, tookMs) {
    this.#hasAnswered ||= answered;
    const isSilence = !answered && tookMs <= longestLookMs;
    this.#failures = isSilence ? this.#failures + 1 : 0;
    this.#silentMs = isSilence ? this.#silentMs + tookMs : 0;
    return this.#hasAnswered ? this.#failures >= mostFailures : this.#silentMs >= startingMs;
  }
}
