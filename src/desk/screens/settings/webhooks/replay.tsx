import { api, at } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { Told } from '../../../base/say-failure.ts'
import { say } from '../../../base/toasts.tsx'
import { askFirst } from '../../../parts/ask-first.tsx'
import { missing } from '../../../parts/draft.ts'
import { mistakes } from '../../../parts/form.ts'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { type Webhook, webhooks } from './state.ts'

/** Asks for a cursor, and lets the server send all changes after it again. The field begins with `since`. */
export async function askToReplay({ id }: Webhook, since = ''): Promise<void> {
  const { webhooks: says } = words.value
  const done = await askFirst({
    title: says.replayTitle,
    text: [says.replayText],
    start: { since },
    verb: says.replay,
    check: missing,
    fields: (draft) => <TextField name="since" label={says.since} hint={says.sinceHint} draft={draft} />,
    act: ({ since }) =>
      api
        .POST('/api/v1/webhooks/{webhookId}/replay', {
          ...at({ webhookId: id }),
          body: { since: since.trim() },
        })
        .catch((error) => {
          if (failedBy(error, 'validation_failed')) throw mistakes({ since: says.noChange })
          throw failedBy(error, 'cursor_gone') ? new Told(says.tooOld) : error
        }),
  })
  if (!done) return
  say(says.replayed)
  await webhooks.again()
}
