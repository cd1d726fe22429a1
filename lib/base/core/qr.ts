/** The modules of a QR code as one SVG path, in a square of `size` units, the quiet zone included. */
export type QrFacts = { path: string; size: number };
