/** Notes the steps of a visit, such as `arrived`, and takes the last step back. */
import { api, at } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { zone } from '../../../base/me.ts'
import { dateOf, sayDayOf, sayTime } from '../../../base/time/say.ts'
import { today } from '../../../base/time/today.ts'
import { type NextAct, sayProblem } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { words } from '../../../words/words.ts'
import { nameOf } from './names.ts'
import { type Answer, act, type Refused, type VersionOf } from './send.ts'
import { mayFollow, type Step } from './steps.ts'
import { wroteVersion } from './versions.ts'

type Progress = NonNullable<DayEntry['progress']>

const progressPath = '/api/v1/appointments/{appointmentId}/progress'

/** Whether a step must wait for the day of the visit. Only `confirmed` can be noted before. */
export const comesTooSoon = ({ startAt }: Pick<DayEntry, 'startAt'>, step: Step): boolean =>
  step !== 'confirmed' && dateOf(startAt, zone()) > today.value

/** Notes a step, and offers `next` together with the undo. Resolves to whether the step was noted. */
export async function noteStep(
  entry: DayEntry,
  step: Step,
  note?: string,
  refused: Refused = sayProblem,
  next?: NextAct,
): Promise<boolean> {
  const { progress } = entry
  const { acts } = words.value
  if (entry.type !== 'appointment' || progress === null) {
    refused(acts.noSteps)
    return false
  }
  if (!mayFollow(progress.state, step)) {
    refused(acts.noStep(nameOf(entry), acts.steps[step], acts.steps[progress.state]))
    return false
  }
  if (comesTooSoon(entry, step)) {
    refused(acts.tooSoon(nameOf(entry), sayDayOf(entry.startAt, zone(), 'full')))
    return false
  }
  const body = { step, ...(note && { note }) }
  return act({
    entries: [entry],
    become: [{ ...entry, progress: noted(progress, step, note) }],
    refused,
    send: (versionOf) => change(entry, versionOf, (one) => api.POST(progressPath, { ...one, body })),
    says: () => acts.stepNoted(nameOf(entry), acts.steps[step]),
    next,
    undo: () => ({ become: [entry], send: stepBack(entry) }),
  })
}

/** A text with the start of the visit and the current time. Undefined when the start has passed. */
export function sayEarly(entry: DayEntry): string | undefined {
  if (Date.parse(entry.startAt) <= now.value) return undefined
  return words.value.acts.early(nameOf(entry), sayTime(entry.startAt, zone()), sayTime(now.value, zone()))
}

/** Takes back the last step that a member noted. */
export const takeStepBack = (entry: DayEntry): Promise<boolean> =>
  act({
    entries: [entry],
    become: [entry],
    send: stepBack(entry),
    says: () => words.value.acts.stepBackDone(nameOf(entry)),
  })

const stepBack = (entry: DayEntry) => (versionOf: VersionOf) =>
  change(entry, versionOf, (one) => api.DELETE(progressPath, one))

/** Sends a change of the progress, which has its own version. Returns the new progress as an answer. */
async function change(
  { id, progress }: DayEntry,
  versionOf: VersionOf,
  send: (one: ReturnType<typeof at<{ appointmentId: string }>>) => Promise<Progress>,
): Promise<Answer[]> {
  const own = { id: progressId(id), version: progress!.version }
  const answer = await send(at({ appointmentId: id }, versionOf(own)))
  return [{ id, progress: remember(id, answer) }]
}

/**
 * Adds the current progress of the visits to the answers of a move. A move can remove steps, and then the progress has
 * a new version. A progress that cannot be read is left out, because the move itself succeeded.
 */
export const withProgress = (answers: readonly Answer[], before: readonly DayEntry[]): Promise<Answer[]> =>
  Promise.all(
    answers.map(async (answer) => {
      const known = [before.find(({ id }) => id === answer.id), entryOf(answer.id)]
      if (known.every((entry) => (entry?.progress?.state ?? 'expected') === 'expected')) return answer
      const one = at({ appointmentId: answer.id })
      const read = await api.GET(progressPath, one).catch(() => undefined)
      return read === undefined ? answer : { ...answer, progress: remember(answer.id, read) }
    }),
  )

/**
 * Notes the old steps again after a move was undone, because the move had removed them. When the server refuses a step,
 * the card shows the visit without it.
 */
export const withStepsAgain = async (
  answers: readonly Answer[],
  before: readonly DayEntry[],
): Promise<Answer[]> =>
  Promise.all(
    (await withProgress(answers, before)).map(async (answer) => {
      const old = before.find(({ id }) => id === answer.id)?.progress
      const left = answer.progress
      if (old == null || left == null || old.state === 'expected' || !mayFollow(left.state, old.state))
        return answer
      const one = at({ appointmentId: answer.id }, left.version)
      const body = { step: old.state, ...(old.note !== null && { note: old.note }) }
      const noted = await api.POST(progressPath, { ...one, body }).catch(() => undefined)
      return noted === undefined ? answer : { ...answer, progress: remember(answer.id, noted) }
    }),
  )

/** The part of a progress that a card shows. The version is stored as one that this desk wrote. */
function remember(id: string, progress: Progress): Progress {
  const { state, late, lateMinutes, waitingSince, waitedMinutes, note, version } = progress
  wroteVersion(progressId(id), version)
  return { state, late, lateMinutes, waitingSince, waitedMinutes, note, version }
}

const progressId = (id: string) => `${id}/progress`

/** How the progress looks until the server has answered. */
const noted = (progress: Progress, step: Step, note: string | undefined): Progress => ({
  ...progress,
  state: step,
  late: step === 'confirmed' && progress.late,
  waitingSince: step === 'arrived' ? new Date(now.value).toISOString() : null,
  waitedMinutes: step === 'arrived' ? 0 : progress.waitedMinutes,
  note: note ?? null,
})
