/** Reads every sentence that the desk can show. */
import { expect, test } from 'bun:test'
import {
  noticeChannels,
  noticeKinds,
  noticeReasons,
  noticeStates,
} from '../../src/domain/reminders/notice.ts'
import { explain, explainCancelRequested, explainUnanswered } from '../../src/features/shared/explanations.ts'

const errors = [
  null,
  ...['timeout', 'no_answer', 'unreachable', 'no_tls', 'tls_failed', 'interrupted', 'fault', 'anything'],
  ...['smtp_421', 'smtp_535', 'smtp_550', 'http_400', 'http_401', 'http_402', 'http_429', 'http_503'],
]

const all = noticeChannels.flatMap((channel) =>
  noticeKinds.flatMap((kind) =>
    noticeStates.flatMap((state) =>
      [null, ...noticeReasons].flatMap((reason) =>
        errors.flatMap((lastError) =>
          [true, false].map((retryable) => explain({ channel, kind, state, reason, lastError }, retryable)),
        ),
      ),
    ),
  ),
)
const sentences = [...new Set([...all, explainCancelRequested, explainUnanswered])]

/** Words of programs, not of a reception. */
const forbidden =
  /\b(smtp|http|tls|ssl|dns|api|webhook|provider|server|time-?out|dead|uncertain|null|undefined|config\w*|queue|token|lease|retry|retryable|notice|code \d+)\b|_|[{}[\]]/i

test('every sentence is one short sentence that says what to do', () => {
  expect(sentences.length).toBeGreaterThan(100)
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^(The|Nobody|No|Another|Text) [^.:;]+: [^.:;]+\.$/)
    expect(sentence.split(/\s+/).length, sentence).toBeLessThanOrEqual(25)
  }
})

test('no sentence holds a word that only technicians know', () => {
  expect(sentences.filter((sentence) => forbidden.test(sentence))).toEqual([])
})

test('who was not told of a new time or a cancellation is always called', () => {
  for (const kind of ['moved', 'cancelled'] as const)
    for (const reason of noticeReasons)
      expect(explain({ channel: 'sms', kind, state: 'dead', reason, lastError: null }, true)).toContain(
        ': call the patient, who may not know ',
      )
})

test('what is still being tried says so, and never asks anybody to try again', () => {
  const failing = { channel: 'email', state: 'scheduled', reason: null, lastError: 'timeout' } as const
  const happened = 'The e-mail is not sent yet, because the mail service did not answer'
  expect(noticeKinds.map((kind) => explain({ ...failing, kind }, false))).toEqual([
    `${happened}: wait for the next try, or call the patient.`,
    `${happened}: wait for the next try, or call the patient.`,
    `${happened}: call the patient, who may not know the new time.`,
    `${happened}: call the patient, who may not know of the cancellation.`,
  ])
})

test('where no try is left, nobody is told to try again', () => {
  for (const reason of noticeReasons)
    expect(
      explain({ channel: 'email', kind: 'reminder', state: 'dead', reason, lastError: 'timeout' }, false),
    ).not.toContain('try again')
})
