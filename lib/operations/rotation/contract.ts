/** How far a rotation is. */
export type RotationProgress = { done: number; of: number };

/** What a rotation did: `lost` no key of the ring opens. */
export type RotationResult = { resealed: number; lost: number };
