/** The frame around every screen: the way to each screen, what the desk says, and what is open above all. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Announcer } from '../base/announce.tsx'
import type { IconName } from '../base/icon.tsx'
import { useKeys } from '../base/keys.ts'
import { later } from '../base/later.tsx'
import { route } from '../base/route.ts'
import { Toasts } from '../base/toasts.tsx'
import { Dialogs, isFree } from '../parts/dialog.tsx'
import { Board } from '../screens/board/board.tsx'
import { followInbox, waitingCount } from '../screens/inbox/count.ts'
import { loadSettingsWords, words } from '../words/words.ts'
import { Banner } from './banner.tsx'
import { Rail } from './rail.tsx'
import { shellKeys } from './shell-keys.tsx'
import { useTabTitle } from './tab-title.ts'

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
    draw: later(async () => (await import('../screens/patients/patients.tsx')).Patients),
  },
  {
    place: 'inbox',
    icon: 'inbox',
    name: () => words.value.shell.inbox,
    count: waitingCount,
    draw: later(async () => (await import('../screens/inbox/inbox.tsx')).InboxScreen),
  },
  {
    place: 'waiting-list',
    icon: 'waiting',
    name: () => words.value.shell.waitingList,
    draw: later(async () => (await import('../screens/waiting-list/waiting-list.tsx')).WaitingListScreen),
  },
  {
    place: 'day-sheet',
    icon: 'print',
    name: () => words.value.shell.daySheet,
    draw: later(async () => (await import('../screens/day-sheet/day-sheet.tsx')).DaySheet),
  },
  {
    place: 'settings',
    icon: 'settings',
    name: () => words.value.shell.settings,
    draw: later(async () => {
      const [{ Settings }] = await Promise.all([
        import('../screens/settings/settings.tsx'),
        loadSettingsWords(),
      ])
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
