import { useEffect, useState } from 'preact/hooks'
import { adopt, takeNotice } from '../api/session.ts'
import { signedIn } from '../api/token.ts'
import { Button } from '../base/button.tsx'
import { FormProblem } from '../parts/field.tsx'
import { useForm } from '../parts/form.ts'
import { Moved, obstacle, usePasskey } from '../parts/touch.ts'
import { words } from '../words/words.ts'
import { enter } from './by-link.tsx'
import { OwnersCommand, useTitle } from './parts.tsx'

const toDesk = () => location.replace('/desk')

/** The fragment of the address for a person who comes from the earlier address of their practice. */
const fromEarlier = '#new-address'

/** Goes on at the new address of the practice. */
function followTo(error: unknown): never {
  if (error instanceof Moved) location.replace(`${error.origin}/sign-in${fromEarlier}`)
  throw error
}

/** Signs in with a passkey. */
export function SignIn() {
  const { endings, entrance } = words.value
  const { obstacles, signIn } = entrance
  const [reason] = useState(() => {
    const why = takeNotice()
    if (why !== null) return endings[why]
    return location.hash === fromEarlier ? signIn.newAddress : null
  })
  const [isNoticed, setNoticed] = useState(false)
  const { state, submit } = useForm()
  const { busy, problem } = state.value
  useTitle(signIn.title)
  useEffect(() => {
    if (signedIn()) toDesk()
    // A person who has just signed out does not want the session of another tab.
    else if (reason === null) void adopt().then((adopted) => adopted && toDesk())
  }, [])
  const hindrance = obstacle()
  const notice = hindrance ? obstacles[hindrance] : reason
  const begin = async () => enter(await usePasskey(signIn.invalid, 'notSignedIn').catch(followTo))
  if (signedIn()) return null
  return (
    <main>
      <h1>{signIn.title}</h1>
      {notice !== null && !isNoticed && (
        <p class="notice" id="notice">
          {notice}
        </p>
      )}
      <p>{signIn.how}</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setNoticed(true)
          void submit(begin)
        }}
      >
        <FormProblem text={problem} />
        <Button kind="primary" class="wide" type="submit" busy={busy}>
          {signIn.act}
        </Button>
      </form>
      <details>
        <summary>{signIn.help}</summary>
        <p>{signIn.askOwner}</p>
        <OwnersCommand text={signIn.onlyOwner} />
        <p>{signIn.noPractice}</p>
      </details>
    </main>
  )
}
