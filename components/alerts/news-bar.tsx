"use client";
import { newsWords } from "./held-list";

/** "3 new, show" above a list that is being read. */
export function NewsBar({ news, gone, onShow }: { news: number; gone: number; onShow: () => void }) {
  const words = newsWords({ news, gone });
  return (
    <div role="status" className="empty:hidden">
      {words && (
        <button
          type="button"
          onClick={onShow}
          className="flex min-h-9 w-full items-center justify-center gap-1.5 border-b border-hairline bg-accent-tint text-sm -outline-offset-2 touch:min-h-target"
        >
          {words}, <span className="font-medium text-accent">show</span>
        </button>
      )}
    </div>
  );
}
