/** Bytes for a page: text where they are UTF-8, else `base64:` and their base64. */
export function bodyText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `base64:${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  }
}
