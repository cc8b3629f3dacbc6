import { failedBy } from '../../../api/failure.ts'
import { mistakes } from '../../../parts/form.ts'
import { words } from '../../../words/words.ts'

/** Says at the name when another record has it. @throws the mistake, or the error as it is. */
export function nameIsTaken(error: unknown): never {
  throw failedBy(error, 'conflict') && error.details.length > 0
    ? mistakes({ name: words.value.settings.nameTaken })
    : error
}
