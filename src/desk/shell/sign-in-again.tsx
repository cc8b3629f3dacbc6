import { endAsking } from '../api/api.ts'
import { askPlainly } from '../api/plainly.ts'
import { adopt, forgetSession, keepSession, leave, type SessionEnd, whyEnded } from '../api/session.ts'
import { sessionToken } from '../api/token.ts'
import { Button } from '../base/button.tsx'
import { me } from '../base/me.ts'
import { wouldLose } from '../base/unsaved.ts'
import type { Me } from '../contract/names.ts'
import { Dialog, openDialog } from '../parts/dialog.tsx'
import { FormProblem } from '../parts/field.tsx'
import { useForm } from '../parts/form.ts'
import { askToLeave } from '../parts/leaving.ts'
import { usePasskey } from '../parts/touch.ts'
import { loadWords, words } from '../words/words.ts'

let asking: Promise<void> | undefined

/** Asks once at a time, however many requests were refused. */
const once = (begin: () => Promise<void>): Promise<void> => {
  asking ??= begin().finally(() => {
    asking = undefined
  })
  return asking
}

/**
 * Begins a new session where the old one has ended, and keeps what is on the screen. Another tab may have one
 * already; else the member uses their passkey. Several requests that were refused ask once.
 */
export const signInAgain = (): Promise<void> =>
  once(async () => {
    // A tab of another member does not help: nothing of this page may be done in their name.
    if (await adopt((userId) => userId === me.value.user.id)) return
    await cover('ended')
  })

/**
 * Hides the page until a member uses a passkey. The tab forgets its session, so that to load the page again opens nothing.
 * Requests wait meanwhile.
 */
export const lock = (): Promise<void> =>
  once(() => {
    const before = sessionToken()
    forgetSession()
    return cover('locked', before)
  })

/**
 * Asks who sits at the desk now. Another member begins the page again in their own name. So it asks first about what is not
 * saved, and what was typed stays until somebody else is here.
 */
export async function changeMember(): Promise<void> {
  await loadWords('screens')
  if (wouldLose() && !(await askToLeave(words.value.session.changeUnsaved, () => {}))) return
  await openDialog((close) => <SignInAgain why="change" before={sessionToken()} close={close} />)
}

async function cover(why: 'ended' | 'locked', before: string | null = null): Promise<void> {
  hide(true)
  const end = why === 'ended' ? await whyEnded() : why
  if (end === 'deactivated' || end === 'practiceRemoved') return leaveForGood(end)
  await loadWords('screens', 'access')
  await openDialog((close) => <SignInAgain why={end} before={before} close={close} />, { stays: true })
}

/** Leaves the page of a member who cannot come back to it: no passkey leads there any more. */
function leaveForGood(end: SessionEnd): Promise<never> {
  endAsking()
  leaveUnasked()
  leave(end)
  return new Promise<never>(() => {})
}

/** Begins the page again. What is on the screen is not for other eyes, and what was typed is not saved in their name. */
function beginAsAnother(token: string): void {
  endAsking()
  leaveUnasked()
  keepSession(token)
  location.reload()
}

/** Lets the browser leave the page without a question: what was typed cannot be saved. */
function leaveUnasked(): void {
  // This listener runs first. So no other listener asks about what was not saved.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
}

/** Hides the page from other eyes: somebody may have left the desk, or may no longer belong to the practice. */
function hide(isCovered: boolean): void {
  document.documentElement.classList.toggle('covered', isCovered)
}

interface Props {
  readonly why: SessionEnd | 'locked' | 'change'
  /** The session that the new one takes the place of; null where it has ended. */
  readonly before: string | null
  readonly close: () => void
}

function SignInAgain({ why, before, close }: Props) {
  const { state, submit } = useForm()
  const { endings, session, shell } = words.value
  const { name } = me.value.user
  const isChange = why === 'change'
  const signIn = async () => {
    const token = await usePasskey(session.passkeyInvalid)
    const { user } = await askPlainly<Me>('GET', '/api/v1/me', undefined, token)
    // Nobody goes on in the name of who was here before.
    if (before !== null) await askPlainly('POST', '/api/v1/me/sign-out', undefined, before).catch(() => {})
    if (user.id !== me.value.user.id) return beginAsAnother(token)
    keepSession(token)
    // The browser gives the focus back to what is visible.
    hide(false)
    close()
  }
  const [title, said] =
    why === 'locked'
      ? [session.lockedTitle, session.locked(name)]
      : isChange
        ? [session.changeTitle, session.changeText(name)]
        : [session.endedTitle, endings[why]]
  return (
    <Dialog
      title={title}
      size="small"
      close={close}
      mayClose={() => isChange}
      onSubmit={() => void submit(signIn)}
      actions={
        <>
          {isChange ? (
            <Button
              kind="plain"
              onClick={() => {
                close()
                void lock()
              }}
            >
              {session.lock}
            </Button>
          ) : (
            <Button kind="plain" onClick={() => leave('signedOut')}>
              {shell.signOut}
            </Button>
          )}
          <Button kind="primary" type="submit" busy={state.value.busy}>
            {session.usePasskey}
          </Button>
        </>
      }
    >
      <p class={isChange ? undefined : 'uncovered'}>{said}</p>
      {!isChange && <p>{session.hidden}</p>}
      <FormProblem text={state.value.problem} />
    </Dialog>
  )
}
