/** The addresses and credentials allowed for fetching a result, checked before any connection is made. */
import { expect, test } from "vitest";
import { createPlantServiceClient } from "./client";
import type { PlantServiceError } from "./errors";

const BASE = "https://api.example/v1";
const DOWNLOAD = `${BASE}/query/q1/result/download`;
const CSV =
  "timestampIso,controlAreaPathName,jobId,indexName,indexValue\n2026-05-03T21:00:00Z,A,J,HEALTH,1\n";

type Answers = Record<string, () => Response>;
const address = (uri: string) => () => Response.json({ uri });
const redirect =
  (location: string, status = 302) =>
  () =>
    new Response(null, { status, headers: { location } });

async function open(answers: Answers) {
  const seen: { url: string; authorization: string | null }[] = [];
  const client = createPlantServiceClient({
    baseUrl: BASE,
    authUrl: "https://auth.example",
    clientId: "id",
    clientSecret: "secret",
    fetch: async (url, init) => {
      if (url.startsWith("https://auth.example/")) return Response.json({ access_token: "the-token" });
      seen.push({ url, authorization: new Headers(init.headers).get("authorization") });
      return answers[url]?.() ?? new Response(null, { status: 404 });
    },
  });
  const outcome = await client.openResult("q1", { completed: true }).then(
    async (opened) => {
      if (opened.kind === "result") await opened.close();
      return opened.kind;
    },
    (error: PlantServiceError) => error.code,
  );
  return { outcome, seen };
}

const NEAR = [
  "https://127.0.0.1/x",
  "https://[::1]/x",
  "https://localhost/x",
  "https://10.0.0.7/x",
  "https://192.168.1.1/x",
  "https://[fd12::1]/x",
  "https://169.254.169.254/latest",
  "https://[fe80::1]/x",
  "https://[::ffff:10.0.0.1]/x",
];

test.each([...NEAR, "http://store.example/x", "ftp://store.example/x", "https://u:p@store.example/x"])(
  "a public https service cannot lead to %s: by address, by redirect, or by a redirect of the store",
  async (uri) => {
    const store = "https://store.example/first";
    const ways: Answers[] = [
      { [DOWNLOAD]: address(uri) },
      { [DOWNLOAD]: redirect(uri) },
      { [DOWNLOAD]: address(store), [store]: redirect(uri, 307) },
    ];
    for (const answers of ways) {
      const { outcome, seen } = await open(answers);
      expect(outcome).toBe("refused-address");
      expect(seen.map((call) => call.url)).not.toContain(uri);
    }
  },
);

test.each([401, 403])("a store that answers %d does not get the token", async (status) => {
  const store = "https://store.example/x";
  const refuse = () => new Response(null, { status });
  const { outcome, seen } = await open({ [DOWNLOAD]: address(store), [store]: refuse });
  expect(outcome).toBe("result-expired");
  expect(seen.filter((call) => call.url === store)).toEqual(
    Array(2).fill({ url: store, authorization: null }),
  );
});

test.each([301, 302, 303, 307, 308])(
  "a redirect %d to the same path of another origin does not get the token",
  async (status) => {
    const store = DOWNLOAD.replace("api.example", "store.example");
    for (const target of [`${store}/`, store, `${store}/`.replace("https://", "https://api.example.")]) {
      const { outcome, seen } = await open({
        [DOWNLOAD]: redirect(target, status),
        [target]: () => new Response(CSV),
      });
      expect(outcome).toBe("result");
      expect(seen.at(-1)).toEqual({ url: target, authorization: null });
    }
  },
);

test("another port is another origin", async () => {
  const store = "https://api.example:8443/x";
  const { seen } = await open({
    [DOWNLOAD]: address(store),
    [store]: () => new Response(null, { status: 401 }),
  });
  expect(seen.filter((call) => call.url === store).every((call) => call.authorization === null)).toBe(true);
});

test("an address on the service's own origin gets the token only after 401", async () => {
  const own = "https://api.example/files/x";
  let asked = 0;
  const { outcome, seen } = await open({
    [DOWNLOAD]: address(own),
    [own]: () => (asked++ === 0 ? new Response(null, { status: 401 }) : new Response(CSV)),
  });
  expect(outcome).toBe("result");
  expect(seen.slice(1).map((call) => call.authorization)).toEqual([null, "Bearer the-token"]);
});

test.each([
  ["an empty list", []],
  ["words about it", ["expires in an hour"]],
])("an address beside %s is fetched", async (_name, warnings) => {
  const store = "https://store.example/x";
  const opened = await open({
    [DOWNLOAD]: () => Response.json({ uri: store, warnings }),
    [store]: () => new Response(CSV),
  });
  expect(opened.outcome).toBe("result");
  expect(opened.seen.map(({ url }) => url)).toEqual([DOWNLOAD, store]);
});

test("an expired address on the service's own origin never gets the token", async () => {
  const own = "https://api.example/files/x";
  const { seen } = await open({
    [DOWNLOAD]: address(own),
    [own]: () => new Response(null, { status: 403 }),
  });
  const asked = seen.filter((call) => call.url === own);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((call) => call.authorization === null)).toBe(true);
});
