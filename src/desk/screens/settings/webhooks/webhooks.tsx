import { signal } from '@preact/signals'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useResource } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { NewSecret, News, useForgotten } from '../parts/news.tsx'
import { Lead } from '../parts/record-list.tsx'
import { Rows } from '../parts/rows.tsx'
import { WebhookRow } from './row.tsx'
import { webhooks } from './state.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

/** The result of the last act. A secret is shown only once, and cleared when the page is left. */
const fresh = signal<
  { readonly label: string; readonly secret?: string; readonly text?: string } | undefined
>(undefined)

/** The page of the webhooks, which send changes to other programs. Owners only. */
export function WebhooksPage() {
  const { webhooks: says } = words.value
  useForgotten(fresh)
  const showSecret = async (secret: string) => {
    await webhooks.again()
    fresh.value = { label: says.secret, secret }
  }
  const add = async () => {
    fresh.value = undefined
    let secret: string | undefined
    await openDialog((close) => (
      <WebhookDialog
        close={close}
        made={(made) => {
          secret = made
        }}
      />
    ))
    if (secret !== undefined) await showSecret(secret)
  }
  return (
    <section class="card stack">
      <Lead text={says.lead} adds={says.add} add={add} />
      {fresh.value && <Fresh key={fresh.value} {...fresh.value} />}
      <Read from={useResource(webhooks)}>
        {(all) => (
          <Rows none={says.none}>
            {all.map((seen) => (
              <WebhookRow
                key={seen.webhook.id}
                seen={seen}
                showSecret={showSecret}
                showTest={(label, text) => {
                  fresh.value = { label, text }
                }}
              />
            ))}
          </Rows>
        )}
      </Read>
    </section>
  )
}

function Fresh({ label, secret, text }: NonNullable<typeof fresh.value>) {
  const { webhooks: says } = words.value
  if (secret !== undefined) return <NewSecret label={label} value={secret} says={says} />
  return (
    <News label={label}>
      <p>
        <strong>{label}:</strong> {text}
      </p>
    </News>
  )
}
