import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { causeOf, words } from '../shared/causes.ts'
import type { TestOutcome } from './schema/test.ts'

type Words = (typeof words)[NoticeChannel]

const where: Readonly<Record<NoticeChannel, string>> = {
  email: 'Look into your inbox, and into the folder for unwanted mail.',
  sms: 'It should arrive within a minute.',
}

const sentences: Readonly<
  Record<TestOutcome, (words: Words, channel: NoticeChannel, error: string | null) => string>
> = {
  delivered: ({ service, message }, channel) => `The ${service} took the ${message}. ${where[channel]}`,
  refused: ({ service, address }) => `The ${service} refused the ${address}. Correct it, then try again.`,
  not_sent: ({ message }, channel, error) =>
    `The ${message} was not sent, because ${causeOf(channel, error ?? 'fault')}. Ask the people who run the server to look at its settings.`,
  no_answer: ({ service, message }) =>
    `The ${service} gave no answer in time. The ${message} may still arrive.`,
  over_ceiling: ({ message }) =>
    `The practice has sent as many ${message}s today as this server allows. Try again tomorrow.`,
  log_only: () => 'The server sends no messages yet. This one was only noted in its log.',
  not_set_up: ({ service }) =>
    `The server has no ${service}, so nothing was sent. Ask the people who run it to set one up.`,
}

/** Tells in plain words what became of a test message. `error` is the code of a failed delivery. */
export const tellTest = (outcome: TestOutcome, channel: NoticeChannel, error: string | null = null): string =>
  sentences[outcome](words[channel], channel, error)
