// Whether a process hangs, judged by whether it answers when it is asked every few seconds.

const mostFailures = 3;
/** One that has not answered since its start is starting, and is given this long. */
const startingMs = 120_000;
const askEveryMs = { starting: 1_000, running: 5_000 };

export const answerWithinMs = 5_000;
/** A look that took longer says more of whoever looked: the machine slept, or this process stood still. */
const longestLookMs = askEveryMs.running + answerWithinMs + 5_000;

export class Liveness {
  #failures = 0;
  #silentMs = 0;
  #hasAnswered;

  /** @param {{ hasAnswered?: boolean }} [known] whether it is up already */
  constructor({ hasAnswered = false } = {}) {
    this.#hasAnswered = hasAnswered;
  }

  /** How long to wait before it is asked again. */
  get pauseMs() {
    return this.#hasAnswered ? askEveryMs.running : askEveryMs.starting;
  }

  /**
   * @param {boolean} answered
   * @param {number} tookMs from one answer to the next
   * @returns {boolean} whether it hangs
   */
  record(answered, tookMs) {
    this.#hasAnswered ||= answered;
    const isSilence = !answered && tookMs <= longestLookMs;
    this.#failures = isSilence ? this.#failures + 1 : 0;
    this.#silentMs = isSilence ? this.#silentMs + tookMs : 0;
    return this.#hasAnswered ? this.#failures >= mostFailures : this.#silentMs >= startingMs;
  }
}
