/** The rules for fields that no body of the API has, or that have another form in the file. */
import { segmentOf } from '../../../db/audit-segment.ts'
import { longestOwnText, mostOwnFields } from '../../domain/own-fields.ts'
import { patientAnswers } from '../../domain/reminders/answer.ts'
import { longestLead, mostFurtherLeads } from '../../domain/reminders/lead.ts'
import { chosenWindow, isLongEnough } from '../../domain/reminders/send-window.ts'
import { hostTrouble } from '../../domain/site.ts'
import { isCalendarDate, parseInstant } from '../../domain/time.ts'
import type { ExportedRow } from '../../store/transfer/tables.ts'
import { isListOf, isObject, isText, need, parsed } from './need.ts'

type Rule = (row: ExportedRow) => void

const hasMetadata: Rule = ({ metadata }) => need(isObject(metadata), 'metadata', 'an object')

/** Checks the texts in own fields, in the form of a patient's row. */
const hasOwnTexts: Rule = (row) => {
  hasMetadata(row)
  const { ownFields } = row
  const isFitting = ([id, text]: [string, unknown]) =>
    id.length <= 50 && isText(text) && text !== '' && text.length <= longestOwnText
  const areTexts = ownFields == null || (isObject(ownFields) && Object.entries(ownFields).every(isFitting))
  need(
    areTexts && Object.keys(ownFields ?? {}).length <= mostOwnFields,
    'ownFields',
    `an object of at most ${mostOwnFields} texts, each of at most ${longestOwnText} characters`,
  )
}

/** Whether a value is an answer in the form of `domain/reminders/answer.ts`. */
export const isAnswer = (kept: unknown): boolean =>
  isObject(kept) &&
  patientAnswers.includes(kept.answer as never) &&
  isText(kept.at) &&
  parseInstant(kept.at) !== undefined

const isOnlineAnswer = (kept: unknown): boolean =>
  isObject(kept) && isText(kept.question) && isText(kept.answer)

const mayHaveAnswer: Rule = (row) => {
  hasMetadata(row)
  const { patientAnswer, online } = row.metadata as ExportedRow
  need(
    patientAnswer == null || isAnswer(patientAnswer),
    'metadata',
    'an object whose patientAnswer is empty or one of the answers that a patient can give',
  )
  need(
    online == null || (isObject(online) && isListOf(online.answers, isOnlineAnswer)),
    'metadata',
    'an object whose online is empty or has a list of questions with answers',
  )
}

const isWrittenTo = (kept: unknown): boolean =>
  isObject(kept) &&
  [kept.firstName, kept.lastName].every((name) => isText(name) && name.length <= 200) &&
  (kept.stopped === undefined || kept.stopped === 'booking' || kept.stopped === 'record')

/** Checks the fields that an online booking must have in its state, because the next step needs them. */
const ofOnlineBooking: Rule = (row) => {
  const { state, secretHash, contactHash, codeHash, answers, visitor } = row
  const isGiven = (...fields: string[]) => fields.every((field) => row[field] != null)
  for (const [field, digest] of Object.entries({ secretHash, contactHash, codeHash }))
    need(digest == null || (digest as string).length === 64, field, '32 bytes in hexadecimal digits')
  need(answers == null || isListOf(answers, isOnlineAnswer), 'answers', 'a list of questions with answers')
  need(visitor == null || isWrittenTo(visitor), 'visitor', 'the names of a person')
  const mayBeTried = state === 'held' && codeHash != null
  const isProven = state === 'requested' || state === 'booked'
  need(
    !mayBeTried || isGiven('channel', 'contact', 'contactHash', 'codeUntil'),
    'codeHash',
    'that of a code which went to a contact',
  )
  need(!isProven || isGiven('channel', 'contactHash', 'patientId'), 'state', 'one that this booking can have')
  need(state !== 'requested' || isGiven('decideUntil'), 'decideUntil', 'given for a request')
  need(visitor == null || isGiven('channel', 'contact', 'patientId'), 'visitor', 'empty for this booking')
}

const isLead = (lead: unknown): boolean =>
  Number.isSafeInteger(lead) && Math.abs(lead as number) <= longestLead && lead !== 0

const ofSettings: Rule = ({ moreLeadMinutes, sendFrom, sendUntil }) => {
  const isShort = ((moreLeadMinutes ?? []) as unknown[]).length <= mostFurtherLeads
  const areLeads = moreLeadMinutes == null || (isShort && isListOf(moreLeadMinutes, isLead))
  need(areLeads, 'moreLeadMinutes', `a list of at most ${mostFurtherLeads} leads`)
  const window = chosenWindow({ sendFrom, sendUntil } as Parameters<typeof chosenWindow>[0])
  need(isLongEnough(window), 'sendUntil', 'at least an hour after sendFrom')
}

const ofNotice: Rule = ({ kind, slot, countedOn }) => {
  const isSlot = kind !== 'reminder' || ((slot as number) >= 0 && (slot as number) <= mostFurtherLeads)
  need(isSlot, 'slot', 'that of a lead')
  need(countedOn == null || isCalendarDate(countedOn as string), 'countedOn', 'a calendar date')
}

const isJsonObject = (text: unknown): boolean => text == null || isObject(parsed(text as string))

const isHost = (text: unknown): boolean => text == null || (isText(text) && hostTrouble(text) === undefined)

export const rulesOfMeaning: Readonly<Record<string, Rule>> = {
  practices({ host, generation }) {
    need(isHost(host), 'host', 'a host name as browsers write it')
    need(generation === undefined || (generation as number) > 0, 'generation', 'at least 1')
  },
  practice_aliases: ({ host }) => need(isHost(host), 'host', 'a host name as browsers write it'),
  passkeys({ transports, rpId }) {
    need(isListOf(transports, isText), 'transports', 'a list of texts')
    need(isHost(rpId), 'rpId', 'a host name as browsers write it')
  },
  // A shorter key could be guessed.
  link_keys: ({ key }) => need((key as string).length === 64, 'key', '32 bytes in hexadecimal digits'),
  patients: hasOwnTexts,
  entries(row) {
    mayHaveAnswer(row)
    const isHeld = row.holdUntil != null
    need(
      !isHeld || (row.type === 'unavailable' && row.patientId == null),
      'holdUntil',
      'empty for this entry',
    )
  },
  online_bookings: ofOnlineBooking,
  cancellations: mayHaveAnswer,
  reminder_settings: ofSettings,
  reminder_jobs: ofNotice,
  past_reminders: ofNotice,
  audit({ fields, detail, patients }) {
    need(fields == null || isListOf(fields, isText), 'fields', 'a list of texts')
    need(detail == null || isObject(detail), 'detail', 'an object')
    // An id has 16 bytes, which are written in 32 digits.
    need(patients == null || (patients as string).length % 32 === 0, 'patients', 'ids one after another')
  },
  audit_values({ before, after }) {
    need(isJsonObject(before), 'before', 'an object as JSON')
    need(isJsonObject(after), 'after', 'an object as JSON')
  },
  // A row with a wrong segment would never be found.
  audit_patients: ({ segment, seq }) => need(segment === segmentOf(seq as number), 'segment', 'that of seq'),
}
