import type { Contact } from './due.ts'
import { type NoticeChannel, phoneReasons, type unreachedReasons } from './notice.ts'

type UnreachedReason = (typeof unreachedReasons)[number]

/** The fields of a patient that decide whether and where a message reaches them. */
export interface Reachable extends Contact {
  /** The country that a number without a country code belongs to. */
  readonly country: string | null
}

/**
 * For each channel, the reasons that a change of a patient may have removed. Notices that were not sent for these
 * reasons are decided again. An address that was refused stays refused until another address replaces it.
 */
export function reasonsRemoved(
  before: Reachable,
  after: Reachable,
): Readonly<Record<NoticeChannel, readonly UnreachedReason[]>> {
  const isOther = (field: keyof Reachable) => after[field] !== before[field]
  const given = (field: 'email' | 'phoneMobile') => isOther(field) && Boolean(after[field])
  const agreed = (field: 'notifyByEmail' | 'notifyBySms') => isOther(field) && after[field]
  const phone = given('phoneMobile')
  return {
    email: [
      ...(agreed('notifyByEmail') ? (['no_consent'] as const) : []),
      ...(given('email') ? (['no_address', 'refused'] as const) : []),
    ],
    sms: [
      ...(agreed('notifyBySms') ? (['no_consent'] as const) : []),
      ...(phone ? (['no_phone', 'refused'] as const) : []),
      ...(phone || isOther('country') ? phoneReasons : []),
    ],
  }
}
