/** How a number is written that is interpolated, whole or in part: dashes mean nothing else. */
export const INTERPOLATED_TEXT = "underline decoration-dashed decoration-1 underline-offset-4";
