/** Scrolls a strip of links to the one that is open, 16 px from its start: on phones they are wider than the screen. */
export function scrollToChosen(link: HTMLElement | null): void {
  link?.closest("nav")?.scrollTo({ left: link.offsetLeft - 16 });
}
