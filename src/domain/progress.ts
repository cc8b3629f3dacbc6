/** How far the visit of an appointment is (RULES §23). */
import { conflict } from './problem.ts'
import { answerGiven } from './reminders/answer.ts'
import type { Notifiable } from './reminders/occasion.ts'
import { localDate, parseInstant } from './time.ts'

/**
 * The steps that a member can note, in the order of a visit. `noShow` is outside this order: the patient did not come.
 */
export const progressSteps = ['confirmed', 'arrived', 'inChair', 'done', 'noShow'] as const
export type ProgressStep = (typeof progressSteps)[number]
/** The state is `expected` while no step is noted. */
export type ProgressState = 'expected' | ProgressStep

/** The name of each state in the API. */
export const stateTexts = {
  expected: 'expected',
  confirmed: 'confirmed',
  arrived: 'arrived',
  inChair: 'in_chair',
  done: 'done',
  noShow: 'no_show',
} as const satisfies Readonly<Record<ProgressState, string>>

/** The stored progress of a visit: when each step was noted, in epoch milliseconds, and by which member. */
export type KeptProgress = {
  readonly [S in ProgressStep as `${S}At`]: number | null
} & {
  readonly [S in ProgressStep as `${S}By`]: string | null
} & {
  /** The reason why the patient did not come. */
  readonly note: string | null
  readonly version: number
}

/** The stored progress of a visit without noted steps. */
export const nothingNoted: Omit<KeptProgress, 'version'> = {
  confirmedAt: null,
  confirmedBy: null,
  arrivedAt: null,
  arrivedBy: null,
  inChairAt: null,
  inChairBy: null,
  doneAt: null,
  doneBy: null,
  noShowAt: null,
  noShowBy: null,
  note: null,
}

/** A step of a visit. `by` is null when the patient confirmed by themselves. */
interface NotedStep {
  readonly step: ProgressStep
  /** Epoch milliseconds. */
  readonly at: number
  readonly by: string | null
}

/** How far a visit is at one moment. Instants are epoch milliseconds. */
export interface Progress {
  readonly state: ProgressState
  /** Whether the start has passed, less than a day ago, and the patient was not seen yet. */
  readonly late: boolean
  /** Whole minutes since the start; 0 when the patient is not late. */
  readonly lateMinutes: number
  /** Since when the patient waits; null unless they wait now. */
  readonly waitingSince: number | null
  /**
   * Whole minutes from the arrival to the chair, or to now. Null when no arrival was noted, or when no end of the wait
   * is noted a day after the arrival.
   */
  readonly waitedMinutes: number | null
  /** The noted steps in the order of a visit. */
  readonly steps: readonly NotedStep[]
  readonly note: string | null
  /** 1 before anything is noted. Every change adds one. */
  readonly version: number
}

type Visited = Notifiable & { readonly metadata: Readonly<Record<string, unknown>> }

/**
 * How long a patient is awaited after the start, or can wait after the arrival, in milliseconds. After that, somebody
 * must have forgotten to note a step.
 */
const day = 24 * 3_600_000

/** How far the visit of an entry is. `row` is null when nothing was ever noted. `now` is in epoch milliseconds. */
export function progressOf(entry: Visited, row: KeptProgress | null, now: number): Progress {
  const steps = stepsOf(entry, row)
  const state = steps.at(-1)?.step ?? 'expected'
  const { startAt } = entry
  const late = entry.type === 'appointment' && isAwaited(state) && now > startAt && now < startAt + day
  const arrivedAt = row?.arrivedAt ?? null
  const isForgotten = state === 'arrived' && now >= arrivedAt! + day
  return {
    state,
    late,
    lateMinutes: late ? minutesBetween(startAt, now) : 0,
    waitingSince: state === 'arrived' && !isForgotten ? arrivedAt : null,
    waitedMinutes:
      arrivedAt === null || isForgotten
        ? null
        : minutesBetween(arrivedAt, row!.inChairAt ?? row!.doneAt ?? now),
    steps,
    note: row?.note ?? null,
    version: progressVersion(row),
  }
}

/**
 * The version of a visit's progress, as callers see it. Without a stored row the version is 1, so the first row has
 * version 2.
 */
export const progressVersion = (row: Pick<KeptProgress, 'version'> | null): number => (row?.version ?? 0) + 1

/** Whether the patient is still expected to come. */
const isAwaited = (state: ProgressState): boolean => state === 'expected' || state === 'confirmed'

/** The clocks of members may differ a little, so a negative time becomes 0. */
const minutesBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 60_000))

function stepsOf({ metadata }: Visited, row: KeptProgress | null): NotedStep[] {
  const noted = row === null ? [] : progressSteps.flatMap((step) => notedIn(row, step))
  if (row !== null && row.confirmedAt !== null) return noted
  const given = answerGiven(metadata)
  const at = given?.answer === 'confirmed' ? parseInstant(given.at) : undefined
  return at === undefined ? noted : [{ step: 'confirmed', at, by: null }, ...noted]
}

const notedIn = (row: KeptProgress, step: ProgressStep): NotedStep[] => {
  const at = row[`${step}At`]
  return at === null ? [] : [{ step, at, by: row[`${step}By`] }]
}

const order: readonly ProgressState[] = ['expected', 'confirmed', 'arrived', 'inChair', 'done']

/** @throws `conflict` when a visit in this state cannot take the step. Steps go forward, and may be skipped. */
export function requireStep(state: ProgressState, step: ProgressStep): void {
  if (state === 'noShow')
    throw conflict('The visit is noted as `no_show`. Take that step back first.', [stepIssue])
  const goesOn = step === 'noShow' ? isAwaited(state) : order.indexOf(step) > order.indexOf(state)
  if (!goesOn)
    throw conflict(
      `The visit is noted as \`${stateTexts[state]}\` already, and steps only go forward. To correct it, take the last step back.`,
      [stepIssue],
    )
}

/**
 * Before the local day of the visit, only the patient's confirmation can be noted. `now` is in epoch milliseconds.
 * @throws `conflict` for any other step before that day.
 */
export function requireDay(startAt: number, step: ProgressStep, now: number, timeZone: string): void {
  const date = localDate(startAt, timeZone)
  if (step !== 'confirmed' && date > localDate(now, timeZone))
    throw conflict(`The visit is on ${date}. Until then, only \`confirmed\` can be noted.`, [
      { path: 'step', message: 'must wait for the day of the visit' },
    ])
}

const stepIssue = { path: 'step', message: 'must follow the state of the visit' }

/** The fields that change when a member notes a step. `at` is in epoch milliseconds. */
export const noting = (step: ProgressStep, at: number, by: string, note: string | null) => ({
  [`${step}At`]: at,
  [`${step}By`]: by,
  ...(step === 'noShow' && { note }),
})

/** The last step that a member noted, or null. */
export const lastNoted = (row: KeptProgress | null): ProgressStep | null =>
  row === null ? null : (progressSteps.findLast((step) => row[`${step}At`] !== null) ?? null)

/** The fields that change when these steps are removed. */
export const without = (steps: readonly ProgressStep[]): Partial<Omit<KeptProgress, 'version'>> =>
  Object.fromEntries([
    ...steps.flatMap((step) => [
      [`${step}At`, null],
      [`${step}By`, null],
    ]),
    ...(steps.includes('noShow') ? [['note', null]] : []),
  ])

/**
 * The noted steps that no longer hold after a change of their entry. Another start must be agreed again with the
 * patient, so `confirmed` and `noShow` are removed. Another day or another patient means another visit, so all steps
 * are removed.
 */
export function stepsThatLeave(
  before: Notifiable,
  after: Notifiable,
  row: KeptProgress,
  timeZone: string,
): ProgressStep[] {
  const isOther =
    before.patientId !== after.patientId ||
    after.type !== 'appointment' ||
    localDate(before.startAt, timeZone) !== localDate(after.startAt, timeZone)
  const moved = before.startAt !== after.startAt
  const leave = isOther ? progressSteps : moved ? (['confirmed', 'noShow'] as const) : []
  return leave.filter((step) => row[`${step}At`] !== null)
}
