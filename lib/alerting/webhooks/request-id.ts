const NAMED = /\brequest(?:[\s_-]*id)?[\s:=/]+([\w.-]{1,100})/i;
const LONGEST = 200;

/**
 * The sender's id of its request, which it writes in the User-Agent (the field page, "Notifications"):
 * what stands after the word request, else the whole value.
 * @returns null without a User-Agent
 */
export function requestIdOf(userAgent: string | null): string | null {
  const text = userAgent?.trim() ?? "";
  return NAMED.exec(text)?.[1] ?? (text.slice(0, LONGEST) || null);
}
