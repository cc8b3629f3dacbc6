import type { PasskeyCheck } from '../api/api.ts'
import { words } from '../words/words.ts'
import { askFirst } from './ask-first.tsx'
import { touchPasskey } from './touch.ts'

/**
 * Asks the member to use their passkey again, because the server wants a recent use of it. The click in the dialog also
 * lets browsers show their window. Resolves with whether the member used it.
 */
export function confirmPasskey({ begin, finish }: PasskeyCheck): Promise<boolean> {
  const { security } = words.value
  return askFirst({
    title: security.confirmTitle,
    text: [security.confirmText],
    verb: security.confirm,
    act: async () => {
      await finish(await touchPasskey(begin))
    },
  })
}
