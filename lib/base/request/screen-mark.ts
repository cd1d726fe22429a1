/**
 * A browser may hold a person's session and a screen's cookie. A request that is the screen's says so, and then
 * nothing else counts: the header on calls, the parameter `as` on the event stream, which can have no headers.
 */
export const SCREEN_MARK_HEADER = "x-leafwatch-as";
export const SCREEN_MARK_PARAMETER = "as";
export const SCREEN_MARK = "screen";
