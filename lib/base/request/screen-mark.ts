/**
 * A browser may hold both a person's session and a screen's cookie. A screen's request is marked, and then only the cookie
 * counts: by a header on calls, by the parameter `as` on the event stream, which cannot have headers.
 */
export const SCREEN_MARK_HEADER = "x-leafwatch-as";
export const SCREEN_MARK_PARAMETER = "as";
export const SCREEN_MARK = "screen";
