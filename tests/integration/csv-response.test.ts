import { expect, test, vi } from "vitest";
import { log } from "@/lib/base/request/log.server";
import { csvResponse } from "@/lib/web/http/responses.server";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("logs no error when the client disconnects during an export", async () => {
  const failed = vi.spyOn(log, "error").mockImplementation(() => undefined);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* parts() {
    yield "a\r\n";
    await held;
    yield "b\r\n";
  }
  const reader = csvResponse("x.csv", parts(), new AbortController().signal).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("a\r\n");
  // By now the next part is being generated.
  await turn();
  const gone = reader?.cancel();
  release();
  await gone;
  await turn();
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
});
