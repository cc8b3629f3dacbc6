import { type Static, Type } from '@sinclair/typebox'
import { mostDeliveries, mostWebhooks } from '../../domain/limits.ts'
import { changeKinds, cursorPattern, formatCursor } from '../../domain/record-change.ts'
import { urlTrouble } from '../../domain/webhook.ts'
import { exampleEpoch } from '../../http/examples.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  flag,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  query,
  text,
  timestamps,
  versioned,
} from '../../http/shape.ts'
import type { DeliveryPlace } from '../../store/webhooks/webhooks.ts'
import { Cursors, pageCursor, pageLimit } from '../shared/pages.ts'

/** The cursors of the examples. They are cursors of the demo practice. */
const begin = formatCursor({ epoch: exampleEpoch, seq: 0 })
const later = formatCursor({ epoch: exampleEpoch, seq: 1 })

const means = {
  url: 'Where events are sent: an https address with a host name, on the port 443 or 8443. The host name must lead to public addresses only.',
  kinds: 'The kinds of changes that are sent, as in `Change`. Null for every kind.',
  active:
    'Whether events are sent. While this is false, the webhook keeps its cursor, for as long as changes are kept.',
}

const url = text(2_000, means.url, 'https://example.org/chairside')
const kinds = nullable(
  listOf(oneOf(changeKinds, 'A kind of change.'), 'The kinds, each of them once.', {
    minItems: 1,
    maxItems: changeKinds.length,
    uniqueItems: true,
    examples: [['appointment', 'progress']],
  }),
  means.kinds,
)
const active = flag(means.active, true)

const urlIssues = ({ url }: { readonly url?: string }) => {
  const message = url === undefined ? null : urlTrouble(url)
  return message === null ? [] : [{ path: 'url', message }]
}
const rule =
  'The request checks only the text of the address. Each delivery checks where the host name leads.'

export const createWebhookBody = namedShape(
  'CreateWebhook',
  `A new webhook, which gets the changes from now on. ${rule}`,
  { url, kinds: optional({ ...kinds, examples: [null] }), active: optional(active) },
  { rule: urlIssues },
)
export const updateWebhookBody = namedShape(
  'UpdateWebhook',
  `The fields to change. Deliveries that had ended, or wait for their next try, begin again. ${rule}`,
  {
    url: optional(url),
    kinds: optional({ ...kinds, examples: [null] }),
    active: optional(active),
    newSecret: optional(
      flag(
        'True makes another secret, which the answer shows once. For 24 hours, each event has the signatures of both secrets.',
        false,
      ),
    ),
  },
  { rule: urlIssues },
)
export type CreateWebhook = Static<typeof createWebhookBody>
export type UpdateWebhook = Static<typeof updateWebhookBody>

export const replayBody = namedShape('ReplayWebhook', 'From which cursor on the changes are sent again.', {
  since: Type.String({
    pattern: cursorPattern,
    description: 'The cursor after which the changes are sent again, such as a `webhook-id`.',
    examples: [begin],
  }),
})

const fields = {
  id: answeredId('webhook', 'The id of the webhook.'),
  ...ofPractice,
  url: answeredText(means.url, 'https://example.org/chairside'),
  kinds,
  active: answeredFlag(means.active, true),
  cursor: answeredText('The cursor after the last change that the webhook has got.', later),
  tries: answeredNumber('How many tries of the next event have failed.', 0),
  failingSince: nullable(
    answeredInstant('Since when every try has failed. Null when the last try did not fail.'),
  ),
  nextTryAt: answeredInstant('The earliest time for the next event.'),
  stopped: nullable(
    oneOf(
      ['gone', 'failing'],
      'Why the service ended the deliveries. `gone`: the address answered 410. `failing`: every try failed for three days. Any update of the webhook begins the deliveries again.',
    ),
    'Why the service ended the deliveries. Null while they go on.',
  ),
  ...timestamps,
  ...versioned,
}
export const webhook = namedShape(
  'Webhook',
  'A program to which the service sends changes, without its secret.',
  fields,
)

export const secretWebhook = namedShape(
  'WebhookWithSecret',
  'A webhook, and its secret if a secret was made.',
  {
    ...fields,
    secret: nullable(
      answeredText(
        'The secret that signs its events, in the form of Standard Webhooks. The secret is shown once.',
        'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      ),
      'The secret that signs its events, shown once. Null when no secret was made.',
    ),
  },
)

export const webhookList = namedShape(
  'WebhookList',
  `The webhooks of the practice, ${mostWebhooks} at most.`,
  {
    webhooks: listOf(webhook, 'The webhooks, oldest first.'),
  },
)

const status = nullable(
  Type.Integer({ examples: [204] }),
  'The status of the answers. Null when there was no answer.',
)
const error = nullable(
  answeredText('', 'timeout'),
  'Why there was no answer: `timeout`, `unknown_name`, `not_public`, `bad_certificate` or `unreachable`. Null when there was an answer.',
)

export const tested = namedShape('WebhookTest', 'The result of a test event.', { status, error })

export const deliveryCursors = new Cursors<DeliveryPlace>({
  lastAt: Date.parse('2030-03-26T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000016',
})
export const deliveriesQuery = query({ limit: pageLimit, cursor: pageCursor(deliveryCursors.example) })

const delivery = namedShape(
  'WebhookDelivery',
  'The result of one event, or of several events in a row with the same result.',
  {
    first: answeredText('The cursor of the first event.', begin),
    last: answeredText('The cursor of the last event.', later),
    requests: answeredNumber('How many requests there were.', 2),
    status,
    error,
    firstAt: answeredInstant('When the first request was answered, or given up.'),
    lastAt: answeredInstant('When the last request was answered, or given up.'),
  },
)

export const deliveryPage = namedShape(
  'WebhookDeliveries',
  `The results of the deliveries of 30 days. At most ${mostDeliveries.toLocaleString('en')} rows are kept.`,
  {
    deliveries: listOf(delivery, 'The results, newest first.'),
    nextCursor: nullable(
      answeredText('The cursor of the next page. Null at the end.', deliveryCursors.example),
    ),
  },
)
