import { api, at } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { Told } from '../../../base/say-failure.ts'
import type { components } from '../../../contract/openapi.ts'
import { mistakes } from '../../../parts/form.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { AnyOrSome } from '../parts/any-or-some.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { useRecordDraft } from '../parts/record-draft.ts'
import { hostOf, type Webhook } from './state.ts'

type Fields = Pick<Webhook, 'url' | 'kinds' | 'active'>
type Kind = NonNullable<Webhook['kinds']>[number]

const blank: Fields = { url: '', kinds: null, active: true }
const mostUrl = 2_000

interface Props {
  /** Left out for a new webhook. */
  readonly webhook?: Webhook
  readonly close: () => void
  /** Is called with the secret of a new webhook. */
  readonly made?: (secret: string) => void
}

/** The dialogue that adds a webhook, or changes the given webhook. */
export function WebhookDialog({ webhook, close, made }: Props) {
  const { webhooks: says } = words.value
  const { draft, record } = useRecordDraft<Webhook, Fields>({
    given: webhook,
    fresh: blank,
    fieldsOf: ({ url, kinds, active }) => ({ url, kinds, active }),
    save: async (id, whole, changes, version) => {
      if (id !== undefined) return await changeWebhook({ id, version }, changes)
      const { secret, ...added } = await addWebhook(whole)
      if (secret !== null) made?.(secret)
      return added
    },
    read: (webhookId) => api.GET('/api/v1/webhooks/{webhookId}', at({ webhookId })),
    check: ({ url, kinds }) => ({
      ...(!/^https:\/\/\S/.test(url.trim()) && { url: says.wrongAddress }),
      ...(kinds?.length === 0 && { kinds: says.chooseKind }),
    }),
  })
  return (
    <RecordDialog
      title={webhook ? says.of(hostOf(webhook)) : says.add}
      draft={draft}
      close={close}
      saved={webhook ? says.saved : says.added}
      more={
        webhook && (
          <DeleteButton
            name={says.of(hostOf(webhook))}
            text={() => says.deleteText}
            remove={() => deleteWebhook(record.value!)}
            deleted={close}
          />
        )
      }
    >
      <TextField name="url" label={says.address} hint={says.addressHint} maxLength={mostUrl} draft={draft} />
      <AnyOrSome
        label={says.what}
        any={says.every}
        some={says.some}
        choices={Object.entries(says.kinds).map(([id, name]) => ({ id, name }))}
        chosen={draft.fields.kinds}
        error={draft.errorAt('kinds')}
        change={(kinds) => draft.set({ kinds: kinds as Kind[] | null })}
      />
      <TickField name="active" label={says.active} hint={says.activeHint} draft={draft} />
    </RecordDialog>
  )
}

const addWebhook = ({ url, ...rest }: Fields) =>
  api.POST('/api/v1/webhooks', { body: { url: url.trim(), ...rest } }).catch((error) => {
    throw failedBy(error, 'conflict') ? new Told(words.value.webhooks.tooMany) : inWords(error)
  })

/**
 * Changes a webhook, if it still has this version. Deliveries that had stopped or wait begin again. @throws Failure.
 */
export const changeWebhook = (
  { id, version }: Pick<Webhook, 'id' | 'version'>,
  body: components['schemas']['UpdateWebhook'],
) =>
  api.PATCH('/api/v1/webhooks/{webhookId}', { ...at({ webhookId: id }, version), body }).catch((error) => {
    throw inWords(error)
  })

/** Turns a refusal of the address by the server into a mistake of the form. */
const inWords = (error: unknown) =>
  failedBy(error, 'validation_failed') && error.details.some(({ path }) => path === 'url')
    ? mistakes({ url: words.value.webhooks.wrongAddress })
    : error

const deleteWebhook = ({ id, version }: Webhook) =>
  api.DELETE('/api/v1/webhooks/{webhookId}', at({ webhookId: id }, version))
