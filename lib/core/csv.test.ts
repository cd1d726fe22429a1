import { expect, test } from "vitest";
import { csvLine } from "./csv";

test("a field is quoted only where it must be, and nothing is altered", () => {
  expect(csvLine(["A#Bench 2", 'say "hi"', "a,b", "two\nlines", "=1+1", -3.5, true, null])).toBe(
    'A#Bench 2,"say ""hi""","a,b","two\nlines",=1+1,-3.5,true,\n',
  );
});
