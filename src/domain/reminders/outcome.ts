import type { NoticeChannel } from './notice.ts'

/**
 * What became of a notice that was due. Each claim has one outcome.
 * - `sent`, `log_only`, `skipped`, `cancelled`, `dead`, `uncertain`: the notice came to this end.
 * - `failed`: the try failed and counted. `away`: the provider was away, and the try did not count. The notice is
 *   tried again.
 * - `interrupted`: the service stopped during the delivery. The notice is due at once.
 * - `held_back`: it waits for its hour, or for the next day because of the ceiling.
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

/** What a channel is doing at this moment. */
export interface ChannelState {
  readonly channel: NoticeChannel
  /** How many deliveries are in progress. */
  readonly inDelivery: number
  /** For how long the provider has been away, in milliseconds. 0 while it is there. */
  readonly awayMs: number
}
