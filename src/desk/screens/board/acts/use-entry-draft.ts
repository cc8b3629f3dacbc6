import { useMemo } from 'preact/hooks'
import { failedBy } from '../../../api/failure.ts'
import type { Told } from '../../../base/say-failure.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { changedBy } from '../../../live/changed-by.ts'
import { entryOf } from '../../../live/day.ts'
import { type Draft, useDraft } from '../../../parts/draft.ts'
import { startTyping } from '../../../parts/typed.ts'
import { useAttempt } from './refusal.ts'
import type { Refused } from './send.ts'
import { useTakingOver } from './use-taking-over.ts'
import type { Placed } from './wanted.ts'
import { unclearIn } from './where-fields.tsx'

/** The entry as the board shows it now; the given entry when the board no longer shows it. */
export const nowOf = (entry: DayEntry): DayEntry => entryOf(entry.id) ?? entry

/**
 * The draft of a form that changes an entry. `save` resolves to whether the entry was changed, and calls `refused` if
 * not.
 */
export function useEntryDraft<T extends Placed>(
  entry: DayEntry,
  fieldsOf: (entry: DayEntry) => T,
  save: (entry: DayEntry, changes: Partial<T>, refused: Refused) => Promise<boolean>,
): { readonly draft: Draft<T>; readonly takeOver: ReturnType<typeof useTakingOver>['takeOver'] } {
  const attempt = useAttempt()
  const { takeOver, settled } = useTakingOver()
  const saved = () => {
    const now = nowOf(entry)
    return { fields: fieldsOf(now), version: now.version }
  }
  const draft = useDraft<T>({
    saved,
    typed: useMemo(() => startTyping(saved()), []),
    by: () => changedBy(entry.id),
    check: unclearIn,
    settled,
    send: async (changes) => {
      try {
        await attempt((refused) => save(nowOf(entry), changes, refused))
      } catch (error) {
        // The entry has been read again by now. For a version conflict, the draft needs the failure itself as the
        // error.
        const { cause } = error as Told
        throw failedBy(cause, 'precondition_failed') ? cause : error
      }
    },
  })
  return { draft, takeOver }
}
