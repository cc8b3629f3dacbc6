import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** How the member signs in, and where they are signed in. */
export const Security = () => (
  <>
    <Passkeys />
    <Sessions />
  </>
)
