"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { SearchField } from "@/components/ui/field";

/** Searches the audit; the words stand in its address. */
export function AuditFilter({ search }: { search: string }) {
  const router = useRouter();
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    router.push(words ? `/admin/audit?q=${encodeURIComponent(words)}` : "/admin/audit");
  };
  return (
    <search>
      <form onSubmit={submit} className="mb-3 max-w-100">
        <SearchField
          label="Who, what or address, then Enter"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
