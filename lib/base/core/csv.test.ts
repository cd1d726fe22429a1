import { expect, test } from "vitest";
import { csvField, csvLine } from "./csv";

test("a field is quoted only where it must be, and nothing else is altered", () => {
  expect(csvLine(["A#Bench 2", 'say "hi"', "a,b", "two\nlines", "a=1", -3.5, true, null])).toBe(
    'A#Bench 2,"say ""hi""","a,b","two\nlines",a=1,-3.5,true,\n',
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", '"\'\rx"'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ["＝1", "'＝1"],
])("the text %j that a spreadsheet would run is written as %j", (text, written) => {
  expect(csvField(text)).toBe(written);
});

test.each([-0.2, 1e-7, -12, Number.NEGATIVE_INFINITY, "-5", "+3.25"])(
  "the number %j stays as it is",
  (value) => {
    expect(csvField(value)).toBe(String(value));
  },
);
