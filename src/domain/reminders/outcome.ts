import type { NoticeChannel } from './notice.ts'

/**
 * The outcomes of a notice that was due. Each claim of a notice by a sender has one outcome.
 * - `sent`, `log_only`, `skipped`, `cancelled`, `dead`, `uncertain`: the notice ended in this way.
 * - `failed`: the try failed and counted. `away`: the provider was away, and the try did not count. The notice is tried
 *   again.
 * - `interrupted`: the service stopped during the delivery. The notice is due at once.
 * - `held_back`: the notice waits for the send window, or for the next day because of the ceiling.
 */
export const noticeOutcomes = [
  'sent',
  'log_only',
  'skipped',
  'cancelled',
  'dead',
  'uncertain',
  'failed',
  'away',
  'interrupted',
  'held_back',
] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]

/** The state of a channel at this moment. */
export interface ChannelState {
  readonly channel: NoticeChannel
  /** How many deliveries are in progress. */
  readonly inDelivery: number
  /** For how long the provider has been away, in milliseconds. 0 while the provider is not away. */
  readonly awayMs: number
}
