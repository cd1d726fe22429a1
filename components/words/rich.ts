import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from "react";
import type { Messages, TaggedMessages } from "@/generated/messages/keys";
import type { Words } from "@/lib/base/words/words";

type AllMessages = Messages & TaggedMessages;

/** Text may be an element as well; a tag is the element around its text. */
type Values<Arguments> = {
  [Name in keyof Arguments]: string extends Arguments[Name] ? ReactNode : Arguments[Name];
};

/** Stands in a text where an element belongs; from the private use area, so that no text has it. */
const MARK = "\uE000";

/** A message with elements in it: `rich(words, "alerts.mine.none", { link: <Link href="/areas" /> })`. */
export function rich<Key extends keyof AllMessages>(
  words: Words,
  key: Key,
  values: Values<AllMessages[Key]>,
): ReactNode {
  const elements: ReactNode[] = [];
  /** The parts of a text, with the elements for their marks. */
  const filled = (parts: readonly unknown[]): ReactNode[] =>
    parts.flatMap((part) =>
      typeof part === "string"
        ? part.split(MARK).map((text, nth) => (nth % 2 === 0 ? text : elements[Number(text)]))
        : [part as ReactNode],
    );
  const given = Object.entries(values).map(([name, value]) => {
    if (!isValidElement(value)) return [name, value];
    const mark = `${MARK}${elements.push(value) - 1}${MARK}`;
    const around = (parts: readonly unknown[]) => cloneElement(value, undefined, ...filled(parts));
    return [name, Object.assign(around, { toString: () => mark })];
  });
  return createElement(Fragment, null, ...filled(words.parts(key, Object.fromEntries(given))));
}
