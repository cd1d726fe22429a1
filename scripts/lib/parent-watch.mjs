// Preloaded into the processes that a command starts: ends them when the command is gone, because a killed command cannot.

const POLL_MS = 500;
const PATIENCE_MS = 4000;
const command = Number(process.env.LEAFWATCH_PARENT_PID ?? process.ppid);

// Processes forked by a started process also load this file, but the command is not their parent.
const isChild = process.ppid === command;
const isOrphan = () => (isChild ? process.ppid !== command : !isAlive(command));

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const timer = setInterval(() => {
  if (!isOrphan()) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, "SIGKILL"), PATIENCE_MS).unref();
  process.kill(process.pid, "SIGTERM");
}, POLL_MS);
timer.unref();
