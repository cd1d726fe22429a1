/** Why a single sign-on let nobody in, as it stands in the address of the sign-in page. */
const WORDS = {
  SsoUnavailable: (name: string) =>
    `${name} could not be asked who you are. Try again in a minute, or sign in with your password.`,
  SsoRefused: (name: string) =>
    `${name} did not let you in, or you turned back there. Try again, or ask your admin.`,
  SsoExpired: (name: string) =>
    `The sign-in by ${name} took longer than ten minutes, or began in another browser. Begin it again here.`,
  SsoUnverified: (name: string) =>
    `${name} does not vouch for your email, so Leafwatch cannot know your account. Ask whoever looks after ${name}.`,
  SsoNoAccount: (name: string) =>
    `${name} knows you, but no active account here has your email. Ask your admin to add you.`,
} as const;

export type SsoFault = keyof typeof WORDS;

/** The sentence of a fault; null where the code is none of these. @param name the provider's */
export function ssoFaultWords(code: string | undefined, name: string): string | null {
  return code !== undefined && Object.hasOwn(WORDS, code) ? WORDS[code as SsoFault](name) : null;
}
