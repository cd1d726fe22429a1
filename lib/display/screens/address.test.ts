import { expect, test } from "vitest";
import { publicAddress } from "./address";

test("a phone is sent to the address that people use", () => {
  expect(publicAddress("https://leaf.farm.example/", "10.0.0.5:3000")).toBe("https://leaf.farm.example");
});

test("where none is set, to the one by which the screen came", () => {
  expect(publicAddress("http://localhost:3000", "10.0.0.5:3000")).toBe("http://10.0.0.5:3000");
  for (const host of [null, "", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "a b"])
    expect(publicAddress("http://localhost:3000", host)).toBe("http://localhost:3000");
});
