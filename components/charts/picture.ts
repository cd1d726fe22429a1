/** Exports charts as a picture: copies of their SVG with the current colours, and of their canvas, on a sheet with titles. */

/** The computed styles that a copy of a drawing needs. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-weight",
  "text-anchor",
  "display",
  "visibility",
] as const;
const SVG = "http://www.w3.org/2000/svg";
const FONT = "Inter, system-ui, sans-serif";
const MARGIN = 20;
const TITLE_LINE = 24;
const NOTE_LINE = 18;
/** Picture pixels for each pixel of the page. */
const SHARPNESS = 2;

/** Between two charts, in pixels. */
const BETWEEN = 16;

/** An element that contains a chart, and the title of the chart. */
type Part = { root: HTMLElement; title: string };

/**
 * Draws charts below each other into one PNG.
 * @param notes lines under the first title
 * @throws Error where the browser cannot draw it
 */
export async function drawPicture(parts: readonly Part[], notes: readonly string[]): Promise<Blob> {
  const sheet = drawSheet(parts, notes);
  const [width, height] = [Number(sheet.getAttribute("width")), Number(sheet.getAttribute("height"))];
  const text = new XMLSerializer().serializeToString(sheet);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    return await drawn(image, width, height);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawn(image: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The canvas gave no picture"))));
  });
}

/** One SVG with the background of the page, the titles, and each drawing at its place. */
function drawSheet(parts: readonly Part[], notes: readonly string[]): SVGSVGElement {
  const sheet = element("svg", { xmlns: SVG, "font-family": FONT }) as SVGSVGElement;
  let [width, top] = [0, MARGIN];
  for (const [place, { root, title }] of parts.entries()) {
    const chart = root.querySelector<HTMLElement>("[data-picture]") ?? root;
    const box = chart.getBoundingClientRect();
    width = Math.max(width, Math.ceil(box.width) + 2 * MARGIN);
    top = putHead(sheet, title, place === 0 ? notes : [], top, chart);
    putDrawings(sheet, chart, top);
    top += box.height + (place < parts.length - 1 ? BETWEEN : MARGIN);
  }
  const height = Math.ceil(top);
  withAttributes(sheet, { width, height });
  sheet.prepend(element("rect", { width, height, fill: readToken(parts[0]?.root, "--surface") }));
  return sheet;
}

const readToken = (chart: Element | undefined, token: string) =>
  chart ? getComputedStyle(chart).getPropertyValue(token).trim() : "";

/** Adds the title of a chart and its notes. @returns where they end, in pixels */
function putHead(
  sheet: SVGSVGElement,
  title: string,
  notes: readonly string[],
  top: number,
  chart: HTMLElement,
): number {
  const look = { "font-size": 16, "font-weight": 620, fill: readToken(chart, "--text-1") };
  sheet.append(words(title, top + 14, look));
  notes.forEach((note, line) => {
    const y = top + TITLE_LINE + (line + 0.6) * NOTE_LINE;
    sheet.append(words(note, y, { "font-size": 13, fill: readToken(chart, "--text-2") }));
  });
  return top + TITLE_LINE + notes.length * NOTE_LINE + 8;
}

function putDrawings(sheet: SVGSVGElement, chart: HTMLElement, top: number): void {
  const box = chart.getBoundingClientRect();
  for (const drawing of chart.querySelectorAll<SVGElement | HTMLCanvasElement>("svg, canvas")) {
    if (drawing.parentElement?.closest("svg")) continue;
    const at = drawing.getBoundingClientRect();
    const copy =
      drawing instanceof HTMLCanvasElement
        ? element("image", { href: drawing.toDataURL() })
        : styled(drawing);
    const [x, y] = [at.left - box.left + MARGIN, at.top - box.top + top];
    sheet.append(withAttributes(copy, { x, y, width: at.width, height: at.height, overflow: "visible" }));
  }
}

type Attributes = Record<string, string | number>;

function words(text: string, y: number, attributes: Attributes): SVGElement {
  const line = element("text", { x: MARGIN, y, ...attributes });
  line.textContent = text;
  return line;
}

const element = (name: string, attributes: Attributes) =>
  withAttributes(document.createElementNS(SVG, name) as SVGElement, attributes);

function withAttributes<E extends SVGElement>(drawing: E, attributes: Attributes): E {
  for (const [key, value] of Object.entries(attributes)) drawing.setAttribute(key, String(value));
  return drawing;
}

/** A copy of a drawing with its computed styles as attributes. */
function styled(drawing: SVGElement): SVGElement {
  const copy = drawing.cloneNode(true) as SVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  originals.forEach((original, place) => {
    const style = getComputedStyle(original);
    const own = copies[place];
    own?.removeAttribute("class");
    own?.removeAttribute("style");
    for (const name of STYLES) own?.setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}
