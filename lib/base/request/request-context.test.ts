import { expect, test } from "vitest";
import {
  enterRequest,
  forgetReadsOfRequest,
  onceARequest,
  type RequestContext,
} from "./request-context.server";

const context = (): RequestContext => ({ id: "a request", actor: null, over: false, reads: new Map() });

function counted() {
  let count = 0;
  const read = () => onceARequest("a read", async () => ++count);
  return read;
}

/** Enters a request as the server does: it covers the rest of the same turn and all work begun there. */
const within = <T>(work: () => Promise<T>) =>
  new Promise<T>((resolve) =>
    setImmediate(() => {
      enterRequest(context());
      resolve(work());
    }),
  );

test("the parts of a request share a read; two requests do not", async () => {
  const read = counted();
  expect(await within(() => Promise.all([read(), read()]))).toEqual([1, 1]);
  expect(await within(async () => [await read(), await read()])).toEqual([2, 2]);
});

test("after a change the same request reads anew", async () => {
  const read = counted();
  const answers = await within(async () => {
    const before = await read();
    forgetReadsOfRequest();
    return [before, await read()];
  });
  expect(answers).toEqual([1, 2]);
});

test("outside of any request nothing is kept", async () => {
  const read = counted();
  expect([await read(), await read()]).toEqual([1, 2]);
});
