import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** The page with the member's passkeys, and the browsers in which they are signed in. */
export const Security = () => (
  <>
    <Passkeys />
    <Sessions />
  </>
)
