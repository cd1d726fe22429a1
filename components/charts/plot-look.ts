/** What a drawing on a canvas takes from the page's styles, and when that changes. A canvas knows nothing of them. */

export type PlotLook = {
  /** The colour of the element itself: the hue of its index. */
  hue: string;
  lineWidth: number;
  bandAlpha: number;
  night: string;
  grid: string;
  axis: string;
  hatch: string;
  nominal: string;
  mark: string;
  /** Pixels of the drawing for each of the page. */
  density: number;
};

/** Paper shows more than a screen. */
const PRINT_DENSITY = 3;

/** As the element's styles are now. */
export function lookOf(element: Element): PlotLook {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    hue: style.color,
    lineWidth: Number.parseFloat(token("--line-w")),
    bandAlpha: Number(token("--band-alpha")),
    night: token("--night"),
    grid: token("--grid"),
    axis: token("--axis"),
    hatch: token("--control"),
    nominal: token("--text-3"),
    mark: token("--text-1"),
    density: matchMedia("print").matches ? PRINT_DENSITY : devicePixelRatio,
  };
}

const listeners = new Set<() => void>();
let isWatched = false;

/** Calls when what `lookOf` gives may have changed: another theme, paper, a screen of other pixels. */
export function onLookChange(listener: () => void): () => void {
  if (!isWatched) watch();
  isWatched = true;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function watch(): void {
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const theme = { attributes: true, attributeFilter: ["data-theme", "class"] };
  new MutationObserver(tell).observe(document.documentElement, theme);
  for (const query of ["(prefers-color-scheme: dark)", "print"])
    matchMedia(query).addEventListener("change", tell);
  const watchPixels = () =>
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      "change",
      () => {
        tell();
        watchPixels();
      },
      { once: true },
    );
  watchPixels();
}
