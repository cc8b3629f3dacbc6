import { useEffect } from 'preact/hooks'
import { endAsking } from '../api/api.ts'
import { askPlainly } from '../api/plainly.ts'
import { adopt, keepSession, leave, type SessionEnd, whyEnded } from '../api/session.ts'
import { heedTabs, tellTabs } from '../api/tabs.ts'
import { sessionToken } from '../api/token.ts'
import { Button } from '../base/button.tsx'
import { me } from '../base/me.ts'
import { wouldLose } from '../base/unsaved.ts'
import { noteUse } from '../base/used.ts'
import type { Me } from '../contract/names.ts'
import { Dialog, openDialog } from '../parts/dialog.tsx'
import { FormProblem } from '../parts/field.tsx'
import { useForm } from '../parts/form.ts'
import { askToLeave } from '../parts/leaving.ts'
import { usePasskey } from '../parts/touch.ts'
import { loadWords, words } from '../words/words.ts'
import { endSession, hide, isLocked, lock } from './lock.ts'

let asking: Promise<void> | undefined

/** Asks only once at a time, however many requests were refused. */
const once = (begin: () => Promise<void>): Promise<void> => {
  asking ??= begin().finally(() => {
    asking = undefined
  })
  return asking
}

/** Whether the member is the member of this page. Nothing on this page may be done in the name of another member. */
const isOwn = (userId: string) => userId === me.value.user.id

/**
 * Begins a new session when the old session has ended, and keeps what is on the screen. Another tab may have a new
 * session already. Otherwise the member uses the passkey. A locked tab takes over no session by itself. When several
 * requests were refused, the member is asked once.
 */
export const signInAgain = (): Promise<void> =>
  once(async () => {
    // The tab may also be locked meanwhile.
    if (isLocked() || !(await adopt((userId) => isOwn(userId) && !isLocked()))) await cover()
  })

/**
 * Asks who sits at the desk now. For another member, the page begins again in that member's name. So the person is
 * first asked about unsaved text. The typed text stays until another member has signed in.
 */
export async function changeMember(): Promise<void> {
  await loadWords('screens')
  if (wouldLose() && !(await askToLeave(words.value.session.changeUnsaved, () => {}))) return
  await openDialog((close) => <SignInAgain why="change" before={sessionToken()} close={close} />)
}

async function cover(): Promise<void> {
  hide(true)
  const why = isLocked() ? 'locked' : await whyEnded()
  if (why === 'deactivated' || why === 'practiceRemoved') return leaveForGood(why)
  await loadWords('screens', 'access')
  await openDialog((close) => <SignInAgain why={why} before={null} close={close} />, { stays: true })
}

/** Leaves the page when its member cannot come back, because no passkey of this member is accepted any more. */
function leaveForGood(end: SessionEnd): Promise<never> {
  endAsking()
  leaveUnasked()
  leave(end)
  return new Promise<never>(() => {})
}

/** Loads the page again for another member, who may not see what is on the screen, nor save what was typed before. */
function beginAsAnother(token: string): void {
  endAsking()
  leaveUnasked()
  noteUse()
  keepSession(token)
  location.reload()
}

/** Lets the browser leave the page without a question, because the typed text cannot be saved. */
function leaveUnasked(): void {
  // This listener runs first. So no other listener asks about what was not saved.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
}

interface Props {
  readonly why: SessionEnd | 'locked' | 'change'
  /** The session that the new session replaces; null when it has ended. */
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
    // No tab may continue in the name of the earlier member.
    const isAnother = !isOwn(user.id)
    if (isAnother) tellTabs({ locked: before })
    if (before !== null) await endSession(before)
    if (isAnother) return beginAsAnother(token)
    keepSession(token)
    tellTabs('opened')
    open()
  }
  const open = () => {
    noteUse()
    // The browser gives the focus back only to a visible element, so the page is shown first.
    hide(false)
    close()
  }
  useEffect(() => {
    if (isChange) return
    return heedTabs((news) => {
      if (news === 'opened') void adopt(isOwn).then((adopted) => adopted && open())
    })
  }, [])
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
