/** The frame around every screen: the way to each screen, what the desk says, and what is open above all. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Board } from '../board/board.tsx'
import { followInbox, waitingCount } from '../inbox/count.ts'
import { Dialogs, isFree } from '../parts/dialog.tsx'
import type { IconName } from '../parts/icon.tsx'
import { loadSettingsWords, words } from '../words/words.ts'
import { Announcer } from './announce.tsx'
import { Banner } from './banner.tsx'
import { useKeys } from './keys.ts'
import { later } from './later.tsx'
import { Rail } from './rail.tsx'
import { route } from './route.ts'
import { shellKeys } from './shell-keys.tsx'
import { useTabTitle } from './tab-title.ts'
import { Toasts } from './toasts.tsx'

export interface Screen {
  /** The first piece of its place. */
  readonly place: string
  readonly icon: IconName
  readonly name: () => string
  readonly draw: ComponentType
  /** How many things wait there. */
  readonly count?: ReadonlySignal<number>
}

export const screens: readonly Screen[] = [
  { place: 'day', icon: 'day', name: () => words.value.shell.day, draw: Board },
  {
    place: 'patients',
    icon: 'patients',
    name: () => words.value.shell.patients,
    draw: later(async () => (await import('../patients/patients.tsx')).Patients),
  },
  {
    place: 'inbox',
    icon: 'inbox',
    name: () => words.value.shell.inbox,
    count: waitingCount,
    draw: later(async () => (await import('../inbox/inbox.tsx')).InboxScreen),
  },
  {
    place: 'waiting-list',
    icon: 'waiting',
    name: () => words.value.shell.waitingList,
    draw: later(async () => (await import('../waiting-list/waiting-list.tsx')).WaitingListScreen),
  },
  {
    place: 'day-sheet',
    icon: 'print',
    name: () => words.value.shell.daySheet,
    draw: later(async () => (await import('../day-sheet/day-sheet.tsx')).DaySheet),
  },
  {
    place: 'settings',
    icon: 'settings',
    name: () => words.value.shell.settings,
    draw: later(async () => {
      const [{ Settings }] = await Promise.all([import('../settings/settings.tsx'), loadSettingsWords()])
      return Settings
    }),
  },
]

export function Desk() {
  useKeys(shellKeys)
  useEffect(followInbox, [])
  const screen = screens.find(({ place }) => place === route.value[0]) ?? screens[0]!
  useTabTitle(screen.name())
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')!.focus()}>
        {words.value.shell.skip}
      </button>
      <Rail screens={screens} current={screen} />
      <div class="stage">
        <Banner />
        <main id="main" tabIndex={-1}>
          <screen.draw key={screen.place} />
        </main>
      </div>
      {isFree.value && <Toasts />}
      <Dialogs />
      <Announcer />
    </>
  )
}
