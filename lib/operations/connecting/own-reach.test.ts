import { expect, test } from "vitest";
import { reachWords } from "./own-reach";

test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
  "%s is reached by this machine only",
  (origin) => {
    expect(reachWords(`${origin}/api/webhooks/alerts`)).toMatch(/^Only this machine.*set LEAFWATCH_URL/);
  },
);

test.each(["https://leafwatch.example.com", "http://10.0.0.8:3000"])(
  "%s may be reached by others",
  (origin) => {
    expect(reachWords(`${origin}/api/webhooks/alerts`)).toMatch(/must reach it from outside/);
  },
);
