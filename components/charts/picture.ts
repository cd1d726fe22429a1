/** A chart as a picture: its own drawings, with what the colours of the page are now, on a sheet with a title. */

/** What a drawing takes from the page's styles. */
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
/** Pixels of the picture for each of the page. */
const SHARPNESS = 2;

/**
 * The chart within an element as PNG.
 * @param notes lines under the title: the time and its zone, which letter is what
 * @throws Error where the browser cannot draw it
 */
export async function pictureOf(root: HTMLElement, title: string, notes: readonly string[]): Promise<Blob> {
  const sheet = sheetOf(root.querySelector<HTMLElement>("[data-picture]") ?? root, title, notes);
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

/** One drawing of all: a sheet in the colour of the page, the words, the drawings where they stand on the page. */
function sheetOf(chart: HTMLElement, title: string, notes: readonly string[]): SVGSVGElement {
  const box = chart.getBoundingClientRect();
  const style = getComputedStyle(chart);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const head = MARGIN + TITLE_LINE + notes.length * NOTE_LINE + 8;
  const [width, height] = [Math.ceil(box.width) + 2 * MARGIN, Math.ceil(head + box.height + MARGIN)];
  const sheet = element("svg", { xmlns: SVG, width, height, "font-family": FONT }) as SVGSVGElement;
  sheet.append(element("rect", { width, height, fill: colour("--surface") }));
  sheet.append(words(title, MARGIN + 14, { "font-size": 16, "font-weight": 620, fill: colour("--text-1") }));
  notes.forEach((note, line) => {
    const y = MARGIN + TITLE_LINE + (line + 0.6) * NOTE_LINE;
    sheet.append(words(note, y, { "font-size": 13, fill: colour("--text-2") }));
  });
  for (const drawing of chart.querySelectorAll("svg")) {
    if (drawing.parentElement?.closest("svg")) continue;
    const at = drawing.getBoundingClientRect();
    const copy = styled(drawing);
    copy.setAttribute("x", String(at.left - box.left + MARGIN));
    copy.setAttribute("y", String(at.top - box.top + head));
    copy.setAttribute("width", String(at.width));
    copy.setAttribute("height", String(at.height));
    copy.setAttribute("overflow", "visible");
    sheet.append(copy);
  }
  return sheet;
}

function words(text: string, y: number, attributes: Record<string, string | number>): SVGElement {
  const line = element("text", { x: MARGIN, y, ...attributes });
  line.textContent = text;
  return line;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** A copy that looks the same without the page's styles. */
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
