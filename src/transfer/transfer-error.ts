/** A practice could not be exported, taken in or removed. The message says why, and what to do. */
export class TransferError extends Error {}
