import { failedBy } from '../../../api/failure.ts'
import { mistakes } from '../../../parts/form.ts'
import { words } from '../../../words/words.ts'

/**
 * Turns a conflict into a mistake of the field `name`: another record has this name. @throws the mistake, or the error.
 */
export function nameIsTaken(error: unknown): never {
  throw failedBy(error, 'conflict') && error.details.length > 0
    ? mistakes({ name: words.value.settings.nameTaken })
    : error
}
