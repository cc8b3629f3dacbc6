/** A practice could not be moved. The message gives the reason, and what to do. */
export class MoveError extends Error {}
