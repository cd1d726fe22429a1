/** No call takes more values: 500 of one parameter, 50 of another, and some single ones. */
const MOST_PARAMETERS = 600;
/** What is left of a longer query: enough for its first fault to be named. */
const KEPT = 60;
const REST = "and-more";

/**
 * An address whose query has more parameters than any call takes is cut, so that nobody reads thousands of them a dozen
 * times before they are refused. It ends in a parameter that no call knows, and so is refused whatever is left.
 */
export function withBoundedQuery(url: string): string {
  const ampersands = url.matchAll(/&/g);
  let count = 0;
  let keptUntil = 0;
  for (const { index } of ampersands) {
    count += 1;
    if (count === KEPT) keptUntil = index;
    if (count > MOST_PARAMETERS) return `${url.slice(0, keptUntil)}&${REST}=`;
  }
  return url;
}
