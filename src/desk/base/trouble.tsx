import { words } from '../words/words.ts'
import { Button } from './button.tsx'
import { sayFailure } from './say-failure.ts'

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
    <Button onClick={again}>{words.value.failures.again}</Button>
  </div>
)
