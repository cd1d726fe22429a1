"use client";
import { useState } from "react";
import { CopyButton } from "@/components/forms/copy-button";
import { WordButton } from "@/components/forms/words";
import { Segmented } from "@/components/ui/field";

/** The bytes of a delivery: JSON laid out for reading, or raw. The copy and the file are as it came. */
export function DeliveryBody({ body, name, mark }: { body: string; name: string; mark: string | null }) {
  const [raw, setRaw] = useState(false);
  const formatted = laidOut(body);
  const lines = (raw ? body : (formatted ?? body)).split("\n").map((text, nth) => ({ id: `${nth}`, text }));
  const save = () => {
    const address = URL.createObjectURL(new Blob([body], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: `${name}.json` });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <section aria-label="Body" className="px-4 pt-1 pb-5 sm:px-5">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="flex-1 max-sm:basis-full">Body</h3>
        {formatted !== null && (
          <Segmented
            label="Body shown"
            options={[
              { value: "laid-out", label: "Laid out" },
              { value: "raw", label: "As it came" },
            ]}
            value={raw ? "raw" : "laid-out"}
            onChange={(value) => setRaw(value === "raw")}
          />
        )}
        <WordButton onClick={save}>Save as a file</WordButton>
        <CopyButton text={body} />
      </div>
      <pre className="overflow-hidden rounded-2 bg-sunken py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        {lines.map(({ id, text }) => (
          <Line key={id} text={text} marked={mark !== null && text.trimStart().startsWith(`"${mark}"`)} />
        ))}
      </pre>
    </section>
  );
}

function Line({ text, marked }: { text: string; marked: boolean }) {
  if (!marked) return <span className="block min-h-5 px-3.5">{text}</span>;
  return (
    <mark className="block border-l-3 border-ink-1 bg-surface pr-3.5 pl-2.75 font-strong text-ink-1">
      {text}
    </mark>
  );
}

/** Null for what is no JSON. */
function laidOut(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}
