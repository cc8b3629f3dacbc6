/** The screens of the desk, in the order in which the rail shows them. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import type { IconName } from '../base/icon.tsx'
import { later } from '../base/later.tsx'
import { nearestDate } from '../base/time/dates.ts'
import { sayTrouble } from '../base/toasts.tsx'
import { Board } from '../screens/board/board.tsx'
import { waitingCount } from '../screens/inbox/count.ts'
import { openFinder } from '../screens/patients/finder.tsx'
import { loadSettingsWords, withWords, words } from '../words/words.ts'

const others = async () => (await import('./other-screens.ts')).otherScreens

/** Opens the search for a patient, which leads to the form for a new patient, too. */
export const findPatient = (): void =>
  openFinder(
    (name) => void withWords(others()).then(({ openNewPatient }) => openNewPatient(name), sayTrouble),
  )

/** One screen, and its link. */
export interface Screen {
  /** The first part of its place in the address. */
  readonly place: string
  readonly icon: IconName
  readonly name: () => string
  readonly draw: ComponentType
  /** How many items wait on the screen. */
  readonly count?: ReadonlySignal<number>
}

export const screens: readonly Screen[] = [
  { place: 'day', icon: 'day', name: () => words.value.shell.day, draw: Board },
  {
    place: 'patients',
    icon: 'patients',
    name: () => words.value.shell.patients,
    draw: later(async () => (await others()).Patients),
  },
  {
    place: 'inbox',
    icon: 'inbox',
    name: () => words.value.shell.inbox,
    count: waitingCount,
    draw: later(async () => (await others()).InboxScreen),
  },
  {
    place: 'waiting-list',
    icon: 'waiting',
    name: () => words.value.shell.waitingList,
    draw: later(async () => (await others()).CallScreen),
  },
  {
    place: 'day-sheet',
    icon: 'print',
    name: () => words.value.shell.daySheet,
    draw: later(async () => (await others()).DaySheet),
  },
  {
    place: 'settings',
    icon: 'settings',
    name: () => words.value.shell.settings,
    draw: later(async () => {
      const [{ all }] = await Promise.all([import('../screens/settings/all.ts'), loadSettingsWords()])
      return all.Settings
    }),
  },
]

/** Shown when a place does not exist. It has the name of the first screen. */
const nowhere: Screen = {
  ...screens[0]!,
  place: '',
  draw: later(async () => (await others()).Nowhere),
}

/** The screen that a place names. Each screen checks the rest of its place itself, except for the first screen. */
export function screenAt([place = 'day', day]: readonly string[]): Screen {
  const screen = screens.find((each) => each.place === place)
  const isNoDay = place === 'day' && day !== undefined && nearestDate(day) === undefined
  return screen === undefined || isNoDay ? nowhere : screen
}
