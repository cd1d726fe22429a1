// Makes concurrent sign-in tries in a process of its own, and prints how many had which result.
//   sign-in-process.ts TRIES EMAIL

import { closePool } from "@/lib/base/db/pool.server";
import { closePrisma } from "@/lib/base/db/prisma.server";
import { checkCredentials } from "@/lib/identity/auth/sign-in.server";

const [tries = "1", email = ""] = process.argv.slice(2);
const outcomes = await Promise.all(
  Array.from({ length: Number(tries) }, (_, at) =>
    checkCredentials({ email, password: `wrong ${at}` }, { address: `192.0.2.${at}` }),
  ),
);
const states = outcomes.map(({ state }) => state);
process.stdout.write(
  JSON.stringify({
    wrong: states.filter((state) => state === "wrong").length,
    refused: states.filter((state) => state === "refused").length,
  }),
);
await closePrisma();
await closePool();
