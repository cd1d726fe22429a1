"use client";
import { useEffect } from "react";

const COUNT = /^\(\d+\) /;

/** Puts a count before the page's title while this is mounted: "(4) Alerts · Leafwatch". */
export function useCountInTitle(count: number | undefined): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(COUNT, "");
      // Empty between two pages: a screen reader would read the number alone.
      if (!plain) return;
      const wanted = count ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    // Next sets the title again on each navigation.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNT, "");
    };
  }, [count]);
}
