"use client";
import { useRouter } from "next/navigation";
import { TextFilter } from "./text-filter";

/** Searches a list; the search text is the parameter `q` of the page's address. */
export function ListSearch({ path, label, search }: { path: string; label: string; search: string }) {
  const router = useRouter();
  return (
    <search className="mb-3 block max-w-100">
      <TextFilter
        key={search}
        label={label}
        text={search}
        onApply={(words) => router.push(words ? `${path}?q=${encodeURIComponent(words)}` : path)}
      />
    </search>
  );
}
