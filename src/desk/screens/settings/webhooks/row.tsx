import { api, at } from '../../../api/api.ts'
import { say } from '../../../base/toasts.tsx'
import { askFirst } from '../../../parts/ask-first.tsx'
import { openDialog } from '../../../parts/dialog.tsx'
import { known } from '../../../words/known.ts'
import { locale, words } from '../../../words/words.ts'
import { Act, Row } from '../parts/rows.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { askToReplay } from './replay.tsx'
import { hostOf, type SeenWebhook, sayLast, sayOutcome, sayState, type Webhook, webhooks } from './state.ts'
import { changeWebhook, WebhookDialog } from './webhook-dialog.tsx'

interface Props {
  readonly seen: SeenWebhook
  readonly showSecret: (secret: string) => Promise<unknown>
  readonly showTest: (label: string, text: string) => void
}

/** A webhook with its state and its buttons. */
export function WebhookRow({ seen, showSecret, showTest }: Props) {
  const { webhooks: says, settings } = words.value
  const { webhook } = seen
  const { id, url, active, stopped, tries } = webhook
  const host = hostOf(webhook)
  const test = async () => {
    const outcome = await api.POST('/api/v1/webhooks/{webhookId}/test', at({ webhookId: id }))
    showTest(says.tested(host), sayOutcome(outcome))
  }
  const switchOn = async () => {
    await changeWebhook(webhook, { active: true })
    say(says.isOn)
    await webhooks.again()
  }
  const edit = async () => {
    await openDialog((close) => <WebhookDialog webhook={webhook} close={close} />)
    await webhooks.again()
  }
  const renew = async () => {
    let secret: string | null = null
    const done = await askFirst({
      title: says.newSecretTitle,
      text: [says.newSecretText],
      verb: says.newSecret,
      act: async () => {
        secret = (await changeWebhook(webhook, { newSecret: true })).secret
      },
    })
    if (done && secret !== null) await showSecret(secret)
  }
  const isIdle = !active || stopped !== null
  return (
    <Row title={url} badges={[sayState(webhook)]} notes={[sayKinds(webhook), ...sayLast(seen)]}>
      {(isIdle || tries > 0) && <Act says={isIdle ? says.again : says.tryNow} of={host} act={switchOn} />}
      <Act says={says.test} of={host} act={test} />
      <Act
        says={says.deliveries}
        of={host}
        act={() => openDialog((close) => <DeliveriesDialog webhook={webhook} close={close} />)}
      />
      <Act says={says.replay} of={host} act={() => askToReplay(webhook)} />
      <Act says={says.newSecret} of={host} act={renew} />
      <Act says={settings.edit} of={host} act={edit} />
    </Row>
  )
}

function sayKinds({ kinds }: Webhook): string {
  const { webhooks: says, shell } = words.value
  if (kinds === null) return says.every
  return new Intl.ListFormat(locale.value, { type: 'unit' }).format(
    kinds.map((kind) => known(says.kinds, kind, shell.newer)),
  )
}
