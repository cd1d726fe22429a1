"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { SearchField } from "@/components/ui/field";

/** Searches a list on Enter; the search text is the parameter `q` of the page's address. */
export function ListSearch({ path, label, search }: { path: string; label: string; search: string }) {
  const router = useRouter();
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    router.push(words ? `${path}?q=${encodeURIComponent(words)}` : path);
  };
  return (
    <search>
      <form onSubmit={submit} className="mb-3 max-w-100">
        <SearchField label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </form>
    </search>
  );
}
