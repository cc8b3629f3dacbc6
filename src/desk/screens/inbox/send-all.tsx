/** A button for each group of several messages that failed in the same way. The button sends all of them again. */
import { Button } from '../../base/button.tsx'
import type { InboxItem } from '../../contract/names.ts'
import { sayTogether, whatHappened } from '../../parts/say-message.ts'
import { words } from '../../words/words.ts'
import { type Alike, sendAllAgain } from './acts.ts'

export function SendAll({ items }: { readonly items: readonly InboxItem[] }) {
  const retryable = items.filter(({ message }) => message?.retryable)
  const alike = [...Map.groupBy(retryable, ({ message }) => whatHappened(message!))]
  return alike
    .filter(([what, several]) => several.length > 1 && what !== 'unknown')
    .map(([what, several]) => (
      <p key={what} class="inbox-together">
        {sayTogether(several.map(({ message }) => message!))}
        <Button
          icon="repeat"
          onClick={() =>
            void sendAllAgain(several, (what === 'uncertain' ? { state: what } : { reason: what }) as Alike)
          }
        >
          {words.value.inbox.allAgain(several.length)}
        </Button>
      </p>
    ))
}
