import { Button } from '../parts/button.tsx'
import { sayFailure } from '../words/say-failure.ts'
import { words } from '../words/words.ts'

/** Shown instead of a screen that could not be read. */
export const Trouble = ({
  error,
  again = () => location.reload(),
}: {
  error: unknown
  again?: () => void
}) => (
  <div class="trouble" role="alert">
    <p>{sayFailure(error)}</p>
    <Button onClick={again}>{words.value.shell.tryAgain}</Button>
  </div>
)
