/** A practice could not be exported, imported or removed. The message gives the reason, and what to do. */
export class TransferError extends Error {}
