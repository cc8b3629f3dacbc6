/** Every act on an entry. The menu, the help sheet and the keys are made from this list. */
import type { IconName } from '../../../base/icon.tsx'
import { go } from '../../../base/route.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { bookAgain } from '../../booking/open.tsx'
import { askToCancel } from './ask-to-cancel.ts'
import { boardColumns } from './board-now.ts'
import { chooseStep } from './choose-step.ts'
import { openEntry, openMove } from './dialogs.tsx'
import { cut, cutCards } from './pins.ts'
import { comesTooSoon, takeStepBack } from './progress.ts'
import { mayFollow, type Step } from './steps.ts'
import { maySwap, startSwap, takeUp } from './take-up.ts'

interface EntryAct {
  /** The part of the menu. Acts of the same part are together, with a line above. */
  readonly part: 'open' | 'steps' | 'move' | 'end'
  readonly key?: string
  readonly icon?: IconName
  /** The name of the act in the menu of an entry. Without an entry, the name in the help sheet. */
  readonly says: (entry?: DayEntry) => string
  /** Whether the menu offers the act. A key runs the act in any case. An act that cannot be done shows why. */
  readonly may?: (entry: DayEntry) => boolean
  readonly run: (entry: DayEntry) => unknown
}

const acts = () => words.value.acts

const isCut = (entry: DayEntry) => cutCards.value.some(({ id }) => id === entry.id)

const stateOf = ({ type, progress }: DayEntry) => (type === 'appointment' ? progress?.state : undefined)

const step = (step: Step, key: string, icon: IconName): EntryAct => ({
  part: 'steps',
  key,
  icon,
  says: () => acts().steps[step],
  may: (entry) => {
    const state = stateOf(entry)
    return state !== undefined && mayFollow(state, step) && !comesTooSoon(entry, step)
  },
  run: (entry) => chooseStep(entry, step),
})

/** A time that is held for a patient who books online can only be released. */
const isOurs = ({ hold }: DayEntry) => hold === null

/**
 * Whether the entry can be taken up from the board. A day that is shown as a list has no columns for moving entries.
 */
const hasBoard = (entry: DayEntry) => isOurs(entry) && boardColumns().length > 0

/** The acts by their names, in the order of the menu. */
export const entryActs: Readonly<Record<string, EntryAct>> = {
  open: { part: 'open', key: 'e', icon: 'note', says: () => acts().open, run: openEntry },
  patient: {
    part: 'open',
    icon: 'patients',
    says: () => acts().toPatient,
    may: ({ patientId }) => patientId !== null,
    run: ({ patientId }) => go(['patients', patientId!]),
  },
  confirmed: step('confirmed', 'c', 'thumb'),
  arrived: step('arrived', 'a', 'door'),
  in_chair: step('in_chair', 'i', 'chair'),
  done: step('done', 'd', 'check'),
  no_show: step('no_show', 'n', 'alert'),
  stepBack: {
    part: 'steps',
    says: (entry) => acts().stepBack(acts().steps[entry!.progress!.state as Step]),
    may: (entry) => ![undefined, 'expected'].includes(stateOf(entry)),
    run: takeStepBack,
  },
  move: {
    part: 'move',
    key: 'o',
    icon: 'day',
    says: () => acts().moveDialog,
    may: isOurs,
    run: openMove,
  },
  takeUp: {
    part: 'move',
    key: 'm',
    icon: 'move',
    says: (entry) => (entry ? acts().takeUp : acts().keyMove),
    may: hasBoard,
    run: takeUp,
  },
  cut: {
    part: 'move',
    key: 'x',
    icon: 'pin',
    says: (entry) => (entry && isCut(entry) ? acts().uncut : acts().cut),
    may: hasBoard,
    run: cut,
  },
  swap: {
    part: 'move',
    key: 's',
    icon: 'repeat',
    says: () => acts().keySwap,
    may: (entry) => hasBoard(entry) && maySwap(entry),
    run: startSwap,
  },
  again: {
    part: 'move',
    key: 'r',
    icon: 'plus',
    says: () => acts().again,
    may: ({ type, hold }) => type === 'appointment' && hold === null,
    run: (entry) => bookAgain(entry),
  },
  end: {
    part: 'end',
    key: 'Delete',
    icon: 'close',
    says: (entry) => {
      if (entry === undefined) return acts().cancelOrDelete
      if (!isOurs(entry)) return acts().release
      return entry.type === 'appointment' ? acts().cancelMenu : acts().delete
    },
    run: askToCancel,
  },
}
