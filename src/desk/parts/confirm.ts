import { Failure } from '../api/failure.ts'
import { words } from '../words/words.ts'
import { askFirst } from './ask-first.tsx'
import { touchPasskey } from './touch.ts'

interface PasskeyCheck {
  /** Asks the server for a challenge. */
  readonly begin: () => Promise<{ readonly options: object }>
  /** Hands the answer of the passkey to the server. */
  readonly finish: (response: object) => Promise<unknown>
}

/**
 * Asks the member to use their passkey again, because the server wants a recent use of it. The click in the dialog also
 * lets browsers show their window.
 * @throws Failure when the member does not use it.
 */
export async function confirmPasskey({ begin, finish }: PasskeyCheck): Promise<void> {
  const { security } = words.value
  const done = await askFirst({
    title: security.confirmTitle,
    text: [security.confirmText],
    verb: security.confirm,
    act: async () => {
      const { options } = await begin()
      await finish(await touchPasskey(options))
    },
  })
  if (!done) throw new Failure('passkey_required', 'The passkey was not used.')
}
