/** The menu of an entry: every act on it with its key. */
import { go } from '../../../base/route.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { askToCancel } from './ask-to-cancel.ts'
import { boardColumns } from './board-now.ts'
import { openMove } from './dialogs.tsx'
import { openEntry } from './entry-dialog.tsx'
import { entryKeys } from './key-names.ts'
import { nameOf } from './names.ts'
import { openNoShow } from './no-show-dialog.tsx'
import { cut, cutCards } from './pins.ts'
import { type MenuItem, popUp } from './popup-menu.tsx'
import { noteStep, takeStepBack } from './progress.ts'
import { mayFollow } from './steps.ts'
import { startSwap, takeUp } from './take-up.ts'

/** Opens the menu of an entry beside an element. */
export const openEntryMenu = (entry: DayEntry, anchor: HTMLElement): void =>
  popUp(words.value.acts.menuOf(nameOf(entry)), itemsOf(entry), anchor)

function itemsOf(entry: DayEntry): readonly MenuItem[] {
  const { acts } = words.value
  const { patientId, type } = entry
  const isVisit = type === 'appointment'
  return [
    { says: acts.open, icon: 'note', key: entryKeys.open, run: () => openEntry(entry) },
    ...(patientId
      ? [{ says: acts.toPatient, icon: 'patients' as const, run: () => go(['patients', patientId]) }]
      : []),
    ...(isVisit ? stepsOf(entry) : []),
    { says: acts.moveDialog, icon: 'day', key: entryKeys.dialog, run: () => openMove(entry), parted: true },
    ...(boardColumns().length > 0 ? onBoard(entry) : []),
    {
      says: isVisit ? acts.cancelMenu : acts.delete,
      icon: 'close',
      key: entryKeys.cancel,
      parted: true,
      run: () => askToCancel(entry),
    },
  ]
}

/** What needs the columns. A list of the day has none. */
function onBoard(entry: DayEntry): readonly MenuItem[] {
  const { acts } = words.value
  const isCut = cutCards.value.some(({ id }) => id === entry.id)
  return [
    { says: acts.takeUp, icon: 'move', key: entryKeys.move, run: () => takeUp(entry) },
    { says: isCut ? acts.uncut : acts.cut, icon: 'pin', key: entryKeys.cut, run: () => cut(entry) },
    { says: acts.keySwap, icon: 'repeat', key: entryKeys.swap, run: () => startSwap(entry) },
  ]
}

const steps = [
  { step: 'confirmed', key: entryKeys.confirmed, icon: 'thumb' },
  { step: 'arrived', key: entryKeys.arrived, icon: 'door' },
  { step: 'in_chair', key: entryKeys.inChair, icon: 'chair' },
  { step: 'done', key: entryKeys.done, icon: 'check' },
] as const

/** The steps that may come next, and the way back. */
function stepsOf(entry: DayEntry): readonly MenuItem[] {
  const { acts } = words.value
  const { state } = entry.progress!
  const next = steps
    .filter(({ step }) => mayFollow(state, step))
    .map(({ step, key, icon }) => ({ says: acts.steps[step], icon, key, run: () => noteStep(entry, step) }))
  const noShow = mayFollow(state, 'no_show')
    ? [
        {
          says: acts.steps.no_show,
          icon: 'alert' as const,
          key: entryKeys.noShow,
          run: () => openNoShow(entry),
        },
      ]
    : []
  const back =
    state === 'expected' ? [] : [{ says: acts.stepBack(acts.steps[state]), run: () => takeStepBack(entry) }]
  return [...next, ...noShow, ...back].map((item, i) => (i === 0 ? { ...item, parted: true } : item))
}
