/** Checks every sentence that the inbox can show about a message. */
import { beforeEach, expect, test } from 'bun:test'
import { sayMessage } from '../../src/desk/parts/say-message.ts'
import { words } from '../../src/desk/words/words.ts'
import {
  noticeChannels,
  noticeKinds,
  noticeReasons,
  noticeStates,
} from '../../src/domain/reminders/notice.ts'
import { de, en } from './words.ts'

beforeEach(() => {
  words.value = en
})

const errors = [
  null,
  ...['timeout', 'no_answer', 'unreachable', 'no_tls', 'tls_failed', 'interrupted', 'fault', 'anything'],
  ...['smtp_421', 'smtp_535', 'smtp_550', 'http_400', 'http_401', 'http_402', 'http_429', 'http_503'],
]

const everySentence = () => [
  ...new Set(
    noticeChannels.flatMap((channel) =>
      noticeKinds.flatMap((kind) =>
        noticeStates.flatMap((state) =>
          [null, ...noticeReasons].flatMap((reason) =>
            errors.flatMap((lastError) =>
              [true, false].map((retryable) =>
                sayMessage({ channel, kind, state, reason, lastError, retryable }),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
]

/** Words of programmers, which a receptionist does not know. */
const forbidden =
  /\b(smtp|http|tls|ssl|dns|api|webhook|provider|server|time-?out|dead|uncertain|null|undefined|config\w*|queue|token|lease|retry|retryable|notice|code \d+)\b|_|[{}[\]]/i

for (const [language, texts] of Object.entries({ en, de }))
  test(`each text of the inbox about a message says what happened and then what to do, in ${language}`, () => {
    words.value = texts
    const sentences = everySentence()
    expect(sentences.length).toBeGreaterThan(100)
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^(\p{Lu}[^.]+\. ){1,2}\p{Lu}[^.]+\.$/u)
      for (const one of sentence.split('. ')) expect(one.split(/\s+/).length, one).toBeLessThanOrEqual(25)
    }
    expect(sentences.filter((sentence) => forbidden.test(sentence))).toEqual([])
  })

test('the inbox always asks the member to call a patient who may not know a new time or a cancellation', () => {
  for (const kind of ['moved', 'cancelled'] as const)
    for (const reason of noticeReasons)
      expect(
        sayMessage({ channel: 'sms', kind, state: 'dead', reason, lastError: null, retryable: true }),
      ).toContain('. Call the patient, who may not know ')
})

test('the text about a message that is still being tried never asks the member to try again', () => {
  const failing = { channel: 'email', state: 'scheduled', reason: null, lastError: 'timeout' } as const
  const happened = 'The e-mail is not sent yet, because the mail service did not answer.'
  expect(noticeKinds.map((kind) => sayMessage({ ...failing, kind, retryable: false }))).toEqual([
    `${happened} Wait for the next try, or call the patient.`,
    `${happened} Call the patient, who may not know of the appointment.`,
    `${happened} Call the patient, who may not know the new time.`,
    `${happened} Call the patient, who may not know of the cancellation.`,
    `${happened} Call the patient.`,
  ])
})

test('when no try is left, the text about a message does not ask the member to send it again', () => {
  for (const reason of noticeReasons)
    expect(
      sayMessage({
        channel: 'email',
        kind: 'reminder',
        state: 'dead',
        reason,
        lastError: 'timeout',
        retryable: false,
      }),
    ).not.toContain('again')
})
