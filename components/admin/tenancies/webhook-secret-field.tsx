"use client";
import { type ComponentProps, useState } from "react";
import { CopyButton } from "@/components/forms/copy-button";
import { WordButton } from "@/components/forms/words";
import { TextField } from "@/components/ui/field";
import { toHex } from "@/lib/base/core/hex";
import { SHORT_SECRET } from "@/lib/farm/tenancies/contract";

const BYTES = 32;

/** Stored all the same: the service's console may give no longer one. */
const shortWords = (length: number) =>
  length > 0 && length < SHORT_SECRET
    ? `Only ${length === 1 ? "1 character" : `${length} characters`}: whoever guesses it can send false alerts. Use ${SHORT_SECRET} or more, if the service lets you.`
    : null;

/** A webhook secret being typed, or one made here, which stands to be copied until it is stored. */
export function WebhookSecretField({
  value,
  onChange,
  help,
  ...field
}: {
  value: string;
  onChange: (value: string) => void;
  help: string;
} & Omit<ComponentProps<typeof TextField>, "label" | "value" | "onChange" | "help" | "type" | "end">) {
  const [made, setMade] = useState("");
  const isMade = value !== "" && value === made;
  const said = shortWords(value.trim().length);
  const short = said && (
    <span role="status" className="font-medium text-ink-1">
      {said}
    </span>
  );
  const make = () => {
    const secret = toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
    setMade(secret);
    onChange(secret);
  };
  return (
    <TextField
      label="Webhook secret"
      autoComplete="off"
      spellCheck={false}
      {...field}
      type={isMade ? "text" : "password"}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      end={isMade ? <CopyButton text={value} /> : <WordButton onClick={make}>Make one</WordButton>}
      help={
        short ??
        (isMade ? "Enter it in the service’s console too; once it is stored it is not shown again" : help)
      }
    />
  );
}
