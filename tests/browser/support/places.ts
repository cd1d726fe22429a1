// Where things stand on a page, before and after something happens to it.

import { expect, type Page } from "@playwright/test";

type Watched = Window & { places?: [Element, DOMRect][] };

/** Remembers where headings, links and buttons of the page stand. */
function rememberPlaces(page: Page): Promise<void> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll("main :is(h1, h2, a, button), nav a")];
    (window as Watched).places = all
      .map((one): [Element, DOMRect] => [one, one.getBoundingClientRect()])
      // Marks in a chart move with its time.
      .filter(([one, { width }]) => width > 0 && getComputedStyle(one).position !== "absolute");
  });
}

/** Waits until nothing moves any more, and remembers where all stands. */
export async function settlePlaces(page: Page): Promise<void> {
  await rememberPlaces(page);
  const moved = async () => {
    const since = await movedPlaces(page);
    await rememberPlaces(page);
    return since;
  };
  await expect.poll(moved, { intervals: [500] }).toEqual([]);
}

/** What has moved or changed its height since, in words; empty if nothing has. Ages may widen a column by a digit. */
export function movedPlaces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = (window as Watched).places ?? [];
    if (places.length < 10) return [`only ${places.length} places were remembered`];
    return places.flatMap(([element, before]) => {
      // What gave way to other words in the same place, as a button does to a name.
      if (!element.isConnected) return [];
      const now = element.getBoundingClientRect();
      const [x = 0, y, height] = [now.x - before.x, now.y - before.y, now.height - before.height].map(
        Math.round,
      );
      return Math.abs(x) > 8 || y || height ? [`${element.textContent} by ${x}, ${y}, ${height}`] : [];
    });
  });
}
