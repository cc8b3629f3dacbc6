import { ask, Failure as Refusal } from '../../pages/parts/api.ts'
import { adopt, keepSession, leave } from '../../pages/parts/session.ts'
import { endAsking } from '../api/api.ts'
import { Failure, type FailureCode } from '../api/failure.ts'
import { Button } from '../base/button.tsx'
import { me } from '../base/me.ts'
import { Told } from '../base/say-failure.ts'
import type { Me } from '../contract/names.ts'
import { Dialog, openDialog } from '../parts/dialog.tsx'
import { FormProblem } from '../parts/field.tsx'
import { useForm } from '../parts/form.ts'
import { touchPasskey } from '../parts/touch.ts'
import { words } from '../words/words.ts'

let asking: Promise<void> | undefined

/**
 * Begins a new session where the old one has ended, and keeps what stands on the screen. Another tab may have one
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
  await openDialog((close) => <SignInAgain close={close} />, { stays: true })
}

/** Asks outside of the session. Why it was refused is told in the words of the desk. @throws Failure, Told. */
const askPlainly: typeof ask = (...asked) =>
  ask<never>(...asked).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'invalid_authorization') throw new Told(words.value.shell.passkeyInvalid)
    throw new Failure(error.code as FailureCode, error.message, [], error.retryAfter)
  })

/** Begins the page anew. What stands on the screen is not for other eyes, and what was typed is not saved in their name. */
function beginAsAnother(token: string): void {
  endAsking()
  // This listener comes first. So no other one asks about what was not saved.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  keepSession(token)
  location.reload()
}

function SignInAgain({ close }: { readonly close: () => void }) {
  const { state, submit } = useForm()
  const { shell } = words.value
  const signIn = async () => {
    const { options } = await askPlainly<{ options: object }>('POST', '/auth/sign-in/options', {})
    const response = await touchPasskey(options)
    const { token } = await askPlainly<{ token: string }>('POST', '/auth/sign-in', { response })
    const { user } = await askPlainly<Me>('GET', '/api/v1/me', undefined, token)
    if (user.id !== me.value.user.id) return beginAsAnother(token)
    keepSession(token)
    close()
  }
  return (
    <Dialog
      title={shell.sessionEndedTitle}
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
            {shell.usePasskey}
          </Button>
        </>
      }
    >
      <p>{shell.sessionEndedText}</p>
      <FormProblem text={state.value.problem} />
    </Dialog>
  )
}
