import compile from "icu-minify/compile";
import { Children, createElement, isValidElement, type ReactNode } from "react";
import { expect, test } from "vitest";
import { makeWords } from "@/lib/base/words/words";
import { rich } from "./rich";

const TEXT = "<link>{name} has {count, plural, one {# alert} other {# alerts}}</link> since {time}";

/** What a browser would show, with the names of elements. */
const shown = (node: ReactNode): string =>
  Children.toArray(node)
    .map((one) => {
      if (!isValidElement<{ children?: ReactNode }>(one)) return String(one);
      const inside = shown(one.props.children);
      return typeof one.type === "string" ? `[${one.type}: ${inside}]` : inside;
    })
    .join("");

test("puts elements where the message has them, in its order", () => {
  const words = makeWords("en", { "test.rich": compile(TEXT) });
  const say = rich as unknown as (...given: [typeof words, string, object]) => ReturnType<typeof rich>;
  const said = say(words, "test.rich", {
    link: createElement("a", { href: "/alerts" }),
    name: createElement("b", null, "Ada"),
    count: 2,
    time: "14:12",
  });
  expect(shown(said)).toBe("[a: [b: Ada] has 2 alerts] since 14:12");
});
