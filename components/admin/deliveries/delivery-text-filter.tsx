"use client";
import { useState } from "react";
import { SearchField } from "@/components/ui/field";

/** A part of an id, a reason or a sender's name; looked for when Enter is pressed or the field is left. */
export function DeliveryTextFilter({
  text = "",
  onChange,
}: {
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(text);
  const look = () => {
    const wanted = typed.trim();
    if (wanted !== text) onChange(wanted || undefined);
  };
  return (
    <SearchField
      label="Id, reason or sender"
      icon="filter"
      className="w-56! max-sm:w-full!"
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={look}
      onKeyDown={(event) => {
        if (event.key === "Enter") look();
      }}
    />
  );
}
