import type { Key } from '../base/keys.ts'
import { go } from '../base/route.ts'
import { undoNewest } from '../base/toasts.tsx'
import { openBooking } from '../screens/booking/open.tsx'
import { words } from '../words/words.ts'
import { openHelp } from './help.tsx'
import { findPatient, screens } from './screens.ts'

/** The keys that work on every screen. */
export function shellKeys(): readonly Key[] {
  const { shell } = words.value
  const room = shell.keysEverywhere
  return [
    { key: '/', room, says: shell.find, run: findPatient },
    { key: 'b', room, says: shell.book, run: () => openBooking({}) },
    { key: 'z', room, says: shell.undo, run: () => void undoNewest() },
    { key: '?', room, says: shell.help, run: openHelp },
    ...screens.map(({ place, name }, i) => ({
      key: `${i + 1}`,
      room: shell.screens,
      says: name(),
      run: () => go([place]),
    })),
  ]
}
