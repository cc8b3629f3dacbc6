/** A practice could not be moved. The message says why, and what to do. */
export class MoveError extends Error {}
