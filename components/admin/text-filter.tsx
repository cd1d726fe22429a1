"use client";

import { type ComponentProps, useState } from "react";
import { SearchField } from "@/components/ui/field";

/** A filter by typed text, applied on Enter or when the field is left. Give it the text as `key`. */
export function TextFilter({
  text = "",
  onApply,
  ...field
}: Pick<ComponentProps<typeof SearchField>, "label" | "icon" | "className"> & {
  text: string | undefined;
  onApply: (text: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(text);
  const apply = () => {
    const wanted = typed.trim();
    if (wanted !== text) onApply(wanted || undefined);
  };
  return (
    <SearchField
      {...field}
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply();
      }}
    />
  );
}
