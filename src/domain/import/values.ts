/** Reads short values of other programs: yes and no, a length, a step of a visit. */
import { fold } from '../fold.ts'

const yes = ['yes', 'y', 'true', 't', '1', 'ja', 'j', 'x', 'wahr']
const no = ['no', 'n', 'false', 'f', '0', 'nein', 'falsch']

/** True for yes, false for no, in English or German. Null for any other text. */
export function readFlag(cell: string): boolean | null {
  const word = fold(cell)
  return yes.includes(word) ? true : no.includes(word) ? false : null
}

/** A length in whole minutes, such as `30`, `30 min` or `0:30`. Null for any other text. */
export function readMinutes(cell: string): number | null {
  const text = cell.trim()
  const plain = /^(\d{1,4})(?:[.,]0+)?\s*(?:m|min|mins|minutes?|minuten)?\.?$/i.exec(text)
  const clock = /^(\d{1,2}):(\d{2})(?::00)?(?:h)?$/.exec(text)
  const minutes = plain ? Number(plain[1]) : clock ? Number(clock[1]) * 60 + Number(clock[2]) : 0
  return minutes > 0 && minutes <= 1440 ? minutes : null
}

/** The length of a pattern of Open Dental in minutes: each `/` or `X` means five minutes. Null for any other text. */
export function readPattern(cell: string): number | null {
  const text = cell.trim()
  return /^[/X]{1,288}$/i.test(text) ? text.length * 5 : null
}

/** The steps of a visit that a file can name. */
const visitSteps = ['planned', 'done', 'no_show', 'cancelled'] as const
export type ImportedVisit = (typeof visitSteps)[number]

/**
 * The usual words for each step. Open Dental writes a number or a name: 1 Scheduled, 2 Complete, 5 Broken. Its other
 * states do not mean an appointment in the calendar.
 */
const words: Readonly<Record<ImportedVisit, readonly string[]>> = {
  planned: ['1', 'scheduled', 'planned', 'booked', 'confirmed', 'active', 'geplant', 'bestatigt', 'offen'],
  done: ['2', 'complete', 'completed', 'done', 'arrived', 'attended', 'kept', 'erledigt', 'erschienen'],
  no_show: ['no show', 'no-show', 'noshow', 'did not arrive', 'dna', 'missed', 'nicht erschienen'],
  cancelled: [
    ...['3', '5', '6', '7', '8', 'unschedlist', 'broken', 'ptnote', 'ptnotecompleted'],
    ...['cancelled', 'canceled', 'deleted', 'abgesagt', 'storniert'],
  ],
}

/** The step that a word stands for. Null for any other word. */
export function readVisit(cell: string): ImportedVisit | null {
  const word = fold(cell)
  return visitSteps.find((step) => words[step].includes(word)) ?? null
}
