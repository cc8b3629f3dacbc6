import { type InboxKind, inboxKinds } from '../../domain/inbox.ts'

/** How many items of each kind the inbox shows (RULES §8). */
export const mostOfKind = 200
/** How many calls about an item are kept, and how many of them are listed (RULES §8). */
export const mostCalls = 20
export const mostCallsListed = 5

/** The kinds as the API names them. */
const names = {
  cancelRequested: 'cancel_requested',
  unanswered: 'unanswered',
  failed: 'failed',
  uncertain: 'uncertain',
  noteNext: 'note_next',
  fitsGap: 'fits_gap',
  onlineRequest: 'online_request',
  onlinePatient: 'online_patient',
  onlineFlood: 'online_flood',
  displaced: 'displaced',
  webhookStopped: 'webhook_stopped',
} as const satisfies Readonly<Record<InboxKind, string>>
export type ApiKind = (typeof names)[InboxKind]

export const apiKinds: readonly ApiKind[] = inboxKinds.map((kind) => names[kind])

/** The name of a kind in the API. */
export const nameOf = (kind: InboxKind): ApiKind => names[kind]

/** The kind with this name in the API. */
export const kindOf = (name: ApiKind): InboxKind => inboxKinds.find((kind) => names[kind] === name)!
