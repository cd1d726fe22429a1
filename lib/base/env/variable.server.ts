import "server-only";

/** One variable of the environment that the provisioning file names; undefined when it is not set or empty. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}
