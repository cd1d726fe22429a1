/** How a wall says that it asks as its screen, whoever else is signed in at the same browser. */

export const MARK_HEADER = "x-leafwatch-as";
export const MARK = "screen";
