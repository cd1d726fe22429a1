// Background jobs only, in a process of its own that can be killed.

import { JobRunner } from "@/lib/operations/tasks/runner.server";

const runner = new JobRunner();
runner.start();
process.once("SIGTERM", () => void runner.stop().then(() => process.exit(0)));
