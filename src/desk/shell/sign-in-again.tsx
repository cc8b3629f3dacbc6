import { endAsking } from '../api/api.ts'
import { now } from '../api/now.ts'
import { askPlainly } from '../api/plainly.ts'
import { adopt, keepSession, leave } from '../api/session.ts'
import { Button } from '../base/button.tsx'
import { me } from '../base/me.ts'
import type { Me } from '../contract/names.ts'
import { Dialog, openDialog } from '../parts/dialog.tsx'
import { FormProblem } from '../parts/field.tsx'
import { useForm } from '../parts/form.ts'
import { usePasskey } from '../parts/touch.ts'
import { loadWords, words } from '../words/words.ts'

let asking: Promise<void> | undefined

/**
 * Begins a new session where the old one has ended, and keeps what is on the screen. Another tab may have one
 * already; else the member uses their passkey. Several requests that were refused ask once.
 */
export function signInAgain(): Promise<void> {
  asking ??= begin().finally(() => {
    asking = undefined
  })
  return asking
}

async function begin(): Promise<void> {
  // A tab of another member does not help: nothing of this page may be done in their name.
  if (await adopt((userId) => userId === me.value.user.id)) return
  await loadWords('screens')
  cover(true)
  await openDialog((close) => <SignInAgain close={close} />, { stays: true })
}

/** Begins the page again. What is on the screen is not for other eyes, and what was typed is not saved in their name. */
function beginAsAnother(token: string): void {
  endAsking()
  // This listener runs first. So no other listener asks about what was not saved.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  keepSession(token)
  location.reload()
}

/** Hides the page from other eyes: somebody may have left the desk, or may belong to the practice no more. */
function cover(isCovered: boolean): void {
  document.documentElement.classList.toggle('covered', isCovered)
}

function SignInAgain({ close }: { readonly close: () => void }) {
  const { state, submit } = useForm()
  const { session, shell } = words.value
  const isExpired = Date.parse(me.value.auth.expiresAt) <= now.value
  const signIn = async () => {
    const token = await usePasskey(session.passkeyInvalid)
    const { user } = await askPlainly<Me>('GET', '/api/v1/me', undefined, token)
    if (user.id !== me.value.user.id) return beginAsAnother(token)
    keepSession(token)
    // The browser gives the focus back to what is visible.
    cover(false)
    close()
  }
  return (
    <Dialog
      title={session.endedTitle}
      size="small"
      close={close}
      mayClose={() => false}
      onSubmit={() => void submit(signIn)}
      actions={
        <>
          <Button kind="plain" onClick={() => leave(shell.signedOut)}>
            {shell.signOut}
          </Button>
          <Button kind="primary" type="submit" busy={state.value.busy}>
            {session.usePasskey}
          </Button>
        </>
      }
    >
      <p class="uncovered">{isExpired ? session.expired : session.ended}</p>
      <p>{session.hidden}</p>
      <FormProblem text={state.value.problem} />
    </Dialog>
  )
}
