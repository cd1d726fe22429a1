/** The `Retry-After` header, RFC 9110 10.2.3. */

/**
 * Seconds from `now` (epoch milliseconds) until the service wants to be asked again; whole and never
 * negative. Null when the header is absent or means nothing. Takes seconds and HTTP dates.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim();
  if (!text) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
