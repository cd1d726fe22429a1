// Loaded into the processes that a command starts, before anything else: they end when the command is gone.
// A command that was killed can't end them itself.

const POLL_MS = 500;
const PATIENCE_MS = 4000;
const command = Number(process.env.LEAFWATCH_PARENT_PID ?? process.ppid);

// What a started process forks inherits this file; its parent is not the command.
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
