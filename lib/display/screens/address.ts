const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The address under which a phone finds us: the one that people use. Where nobody has set it, it names this machine
 * alone; then the one by which the screen itself came.
 * @param host the Host header of the screen's request
 */
export function publicAddress(known: string, host: string | null): string {
  const url = new URL(known);
  const own = known.replace(/\/+$/, "");
  if (!LOOPBACK.test(url.hostname) || !host) return own;
  const asked = `${url.protocol}//${host}`;
  if (!URL.canParse(asked) || LOOPBACK.test(new URL(asked).hostname)) return own;
  return new URL(asked).origin;
}
