import type { Post } from '../../delivery/public-post.ts'
import type { WebhookKeys } from '../../delivery/webhook-signature.ts'
import { mostWebhooks } from '../../domain/limits.ts'
import { Problem } from '../../domain/problem.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { Windows } from '../../http/windows.ts'
import { changedWebhook } from '../shared/account-mail.ts'
import type { Deps } from '../shared/deps.ts'
import type { MemberMail } from '../shared/member-mail.ts'
import {
  browseDeliveries,
  browseWebhooks,
  createWebhook,
  deleteWebhook,
  editWebhook,
  readWebhook,
  replayWebhook,
  testWebhook,
} from './actions.ts'
import {
  createWebhookBody,
  deliveriesQuery,
  deliveryPage,
  replayBody,
  secretWebhook,
  tested,
  updateWebhookBody,
  webhook,
  webhookList,
} from './schema.ts'
import { viewDeliveries, viewTested, viewWebhook } from './view.ts'

interface WebhookDeps extends Deps {
  readonly mail: MemberMail
  readonly post: Post
  readonly keys: WebhookKeys
}

/** A practice may send this many test events in `testMinutes` (RULES §8). */
const mostTests = 10
const testMinutes = 10

const ids = { webhookId: pathId('webhook', 'The webhook.') }
const owners = { who: 'owner' } as const
const mints = ({ id, secret }: { id: string; secret: string | null }) =>
  secret === null ? null : ({ path: 'webhookId', id } as const)

/** Programs elsewhere to which changes are sent (RULES §32). Owners only. */
export const webhookRoutes = tagged('Webhooks', ({ route, now, mail, post, keys }: WebhookDeps) => {
  const tests = new Windows(mostTests, () => performance.now(), testMinutes * 60_000)
  return {
    list: route(
      {
        id: 'listWebhooks',
        ...owners,
        summary: 'List webhooks',
        description: 'Owners only. Oldest first.',
        answer: webhookList,
        secret: true,
      },
      ({ practice }) => ({ webhooks: browseWebhooks(practice).map(viewWebhook) }),
    ),

    create: route(
      {
        id: 'createWebhook',
        ...owners,
        summary: 'Create a webhook',
        description: `Owners only. The secret is shown once. From now on, the service sends the webhook an event for each change, in the order of the changes, signed as in Standard Webhooks 1.0. The \`webhook-id\` of an event is the cursor of the change. An event has the ids of records, and no names or texts. An event that fails is sent again after growing pauses, and later events wait. After three days, or an answer 410, the deliveries end, and the owners get a message. 409 when there are ${mostWebhooks} webhooks. All owners get a mail about the new webhook.`,
        body: createWebhookBody,
        answer: secretWebhook,
        status: 201,
        problems: ['conflict'],
        mints,
      },
      async ({ practice, request, body }) => {
        const created = await createWebhook(practice, body, now())
        mail.tellOwners(request, practice.read.practiceId, changedWebhook('made', created.webhook.url))
        return created
      },
      (created) => ({ ...viewWebhook(created), secret: keys.secretOf(created.webhook.nonce) }),
    ),

    read: route(
      {
        id: 'getWebhook',
        ...owners,
        summary: 'Read a webhook',
        description: 'Owners only. Reads one webhook, and its progress.',
        ids,
        answer: webhook,
        secret: true,
      },
      ({ practice, ids }) => viewWebhook(readWebhook(practice, ids.webhookId)),
    ),

    update: route(
      {
        id: 'updateWebhook',
        ...owners,
        summary: 'Update a webhook',
        description:
          'Owners only. Fields that are left out stay as they are. Deliveries that had ended, or wait for their next try, begin again at once. All owners get a mail about the change.',
        ids,
        body: updateWebhookBody,
        answer: secretWebhook,
        conditional: true,
        mints,
      },
      async ({ practice, request, ids, body }) => {
        const edited = await editWebhook(practice, ids.webhookId, body, now())
        if (edited.isChanged)
          mail.tellOwners(request, practice.read.practiceId, changedWebhook('changed', edited.webhook.url))
        return edited
      },
      ({ hasNewSecret, ...edited }) => ({
        ...viewWebhook(edited),
        secret: hasNewSecret ? keys.secretOf(edited.webhook.nonce) : null,
      }),
    ),

    remove: route(
      {
        id: 'deleteWebhook',
        ...owners,
        summary: 'Delete a webhook',
        description:
          'Owners only. The service sends nothing more to the webhook. All owners get a mail about it.',
        ids,
        answer: deletion,
        conditional: true,
      },
      async ({ practice, request, ids }) => {
        const { url } = await deleteWebhook(practice, ids.webhookId)
        mail.tellOwners(request, practice.read.practiceId, changedWebhook('deleted', url))
      },
      () => deleted,
    ),

    test: route(
      {
        id: 'testWebhook',
        ...owners,
        summary: 'Send a test event',
        description: `Owners only. Sends one event of the type \`webhook.test\`, and returns the result within 15 seconds. At most ${mostTests} in ${testMinutes} minutes.`,
        ids,
        answer: tested,
        problems: ['rate_limited'],
        afterwards:
          'The request to the other program comes after its write. A repetition after a crash sends another event.',
      },
      async ({ practice, ids }) => {
        readWebhook(practice, ids.webhookId)
        const { left, seconds } = tests.take(practice.read.practiceId)
        if (left < 0)
          throw new Problem(
            'rate_limited',
            'Too many test events. Wait a little.',
            undefined,
            undefined,
            seconds,
          )
        return viewTested(await testWebhook(practice, ids.webhookId, { post, keys }, now()))
      },
    ),

    replay: route(
      {
        id: 'replayWebhook',
        ...owners,
        summary: 'Send changes again',
        description:
          'Owners only. Sends the changes after `since` again, with the same ids and the same bytes. 410 when some of these changes are not kept any more. Deliveries that had ended begin again.',
        ids,
        body: replayBody,
        answer: webhook,
        secret: true,
        problems: ['cursor_gone'],
      },
      ({ practice, ids, body }) => replayWebhook(practice, ids.webhookId, body.since, now()),
      viewWebhook,
    ),

    deliveries: route(
      {
        id: 'listWebhookDeliveries',
        ...owners,
        summary: 'List deliveries',
        description:
          'Owners only. Lists the results of the events of 30 days, newest first. Equal results within an hour share a row. Of an answer of the other program, only the status is kept.',
        ids,
        query: deliveriesQuery,
        answer: deliveryPage,
      },
      ({ practice, ids, query: { limit = '50', cursor } }) =>
        viewDeliveries(browseDeliveries(practice, ids.webhookId, cursor, Number(limit), now())),
    ),
  }
})
