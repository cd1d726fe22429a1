/** Under 640 a row of a table becomes a block of lines; a cell's `data-label` says what its column head said. */
export const STACKED = [
  "max-sm:block max-sm:[&_thead]:sr-only max-sm:[&_tbody]:block",
  "max-sm:[&_tr]:block max-sm:[&_tr]:border-b max-sm:[&_tr]:border-hairline max-sm:[&_tr]:px-4 max-sm:[&_tr]:py-2.5 max-sm:[&_tr:last-child]:border-b-0",
  "max-sm:[&_td]:relative max-sm:[&_td]:block max-sm:[&_td]:h-auto max-sm:[&_td]:max-w-none max-sm:[&_td]:border-0 max-sm:[&_td]:p-0! max-sm:[&_td]:py-0.5! max-sm:[&_td]:text-left!",
  "max-sm:[&_td[data-label]]:pl-32!",
  "max-sm:[&_td[data-label]]:before:absolute max-sm:[&_td[data-label]]:before:left-0 max-sm:[&_td[data-label]]:before:text-sm max-sm:[&_td[data-label]]:before:font-normal max-sm:[&_td[data-label]]:before:text-ink-3 max-sm:[&_td[data-label]]:before:content-[attr(data-label)]",
].join(" ");
