import { expect, test } from "vitest";
import { CODE_ALPHABET, formatCode, isCode, publicAddress, readCode } from "./pairing";

test("reads a typed code regardless of case, blanks and dashes", () => {
  expect(formatCode("K7M3PX")).toBe("K7M 3PX");
  for (const typed of ["K7M 3PX", "k7m-3px", " K7M3PX "]) expect(readCode(typed)).toBe("K7M3PX");
});

test("uses no two characters that can be confused", () => {
  for (const group of ["0OQD", "1IL", "2Z", "5S", "6G", "8B", "UV"])
    expect([...group].filter((one) => CODE_ALPHABET.includes(one)).length).toBeLessThanOrEqual(1);
  expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
});

test("rejects texts that do not have the form of a code", () => {
  expect(isCode("K7M3PX")).toBe(true);
  for (const wrong of ["", "K7M3P", "K7M3PXX", "K7M3PO", "k7m3px"]) expect(isCode(wrong)).toBe(false);
});

test("sends a phone to the configured address", () => {
  expect(publicAddress("https://leaf.farm.example/", "10.0.0.5:3000")).toBe("https://leaf.farm.example");
});

test("sends a phone to the address by which the screen connected if the configured one is a loopback address", () => {
  expect(publicAddress("http://localhost:3000", "10.0.0.5:3000")).toBe("http://10.0.0.5:3000");
  for (const host of [null, "", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "a b"])
    expect(publicAddress("http://localhost:3000", host)).toBe("http://localhost:3000");
});
