import { leave } from '../../pages/parts/session.ts'
import { ask } from '../api/api.ts'
import { words } from '../words/words.ts'
import { sayTrouble } from './toasts.tsx'

/** Ends the session and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await ask((api) => api.POST('/api/v1/me/sign-out'))
    leave(words.value.shell.signedOut)
  } catch (error) {
    sayTrouble(error)
  }
}
