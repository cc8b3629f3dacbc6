import { askLast } from '../api/api.ts'
import { leave } from '../api/session.ts'
import { sayTrouble } from '../base/toasts.tsx'
import { dropAll, wouldLose } from '../base/unsaved.ts'
import { askFirst } from '../parts/ask-first.tsx'
import { words } from '../words/words.ts'

/** Ends the session and goes to the sign-in page. Asks first if something was not saved. */
export async function signOut(): Promise<void> {
  if (!wouldLose()) return endSession().catch(sayTrouble)
  // The unsaved text was typed in a screen or a dialog. So the words of screens are loaded already.
  const { session, shell } = words.value
  await askFirst({
    title: session.signOutTitle,
    text: [session.signOutText],
    verb: shell.signOut,
    danger: true,
    act: endSession,
  })
}

async function endSession(): Promise<void> {
  await askLast((api) => api.POST('/api/v1/me/sign-out'))
  dropAll()
  leave('signedOut')
}
