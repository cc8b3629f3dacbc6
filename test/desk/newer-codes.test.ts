/**
 * A page that stays open during an upgrade can get codes that it does not know. It shows a sentence for each unknown
 * code.
 */
import { beforeEach, expect, test } from 'bun:test'
import { sayMessage, sayReason, sayTogether } from '../../src/desk/parts/say-message.ts'
import { nameOf } from '../../src/desk/screens/board/acts/names.ts'
import { nameOf as nameOnCard } from '../../src/desk/screens/board/card-words.ts'
import { labelOf } from '../../src/desk/screens/settings/deleted/label.ts'
import { words } from '../../src/desk/words/words.ts'
import { en } from './words.ts'

beforeEach(() => {
  words.value = en
})

/** A code of a later version of the API. The type contains only the present codes. */
const newer = 'made_up_later' as never

const message = {
  channel: 'sms',
  kind: 'reminder',
  state: 'dead',
  reason: 'no_phone',
  lastError: null,
  retryable: false,
} as const

test.each(['channel', 'kind', 'state', 'reason'])(
  'a message with an unknown %s still has a sentence',
  (field) => {
    const later = { ...message, [field]: newer }
    for (const says of [sayMessage(later), sayTogether([later])]) {
      expect(says).toMatch(/^[A-Z].*\.$/)
      expect(says).not.toContain('undefined')
    }
  },
)

test('a message with an unknown reason is described as not sent', () => {
  expect(sayReason('email', newer)).toBe('The e-mail did not go out.')
})

test('an entry of an unknown type has a name', () => {
  const entry = { patient: null, title: null, type: newer } as never
  for (const name of [nameOf(entry), nameOnCard(entry)]) expect(name).toBe(en.shell.newer)
})

test('a deleted entry of an unknown type has a label', () => {
  const item = {
    kind: 'entry',
    label: null,
    patientName: null,
    appointment: { type: newer, startAt: '2031-03-04T09:00:00.000Z' },
    durationMinutes: null,
  } as never
  expect(labelOf(item, 'UTC')).toStartWith(en.shell.newer)
})
