"use client";
import { useEffect } from "react";

const COUNT = /^\(\d+\) /;

/** "(4) Alerts · Leafwatch" in the tab of the browser: how many need somebody, while this part is on the page. */
export function useCountInTitle(count: number | undefined): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(COUNT, "");
      // Between two pages there is none: what reads pages aloud would say the number alone.
      if (!plain) return;
      const wanted = count ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    // Next writes the title anew after a change of page.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNT, "");
    };
  }, [count]);
}
