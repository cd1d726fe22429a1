// Loaded into the processes that a command starts, before anything else: they end when the command is gone.
// A command that was killed can't end them itself.

const POLL_MS = 500;
const PATIENCE_MS = 4000;
const parent = Number(process.env.LEAFWATCH_PARENT_PID ?? process.ppid);

const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, "SIGKILL"), PATIENCE_MS).unref();
  process.kill(process.pid, "SIGTERM");
}, POLL_MS);
timer.unref();
