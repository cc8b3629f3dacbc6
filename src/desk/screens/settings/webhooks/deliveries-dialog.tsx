import { useEffect, useMemo } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { sayMoment } from '../../../base/time/moment.ts'
import { paged } from '../../../live/growing.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Read } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { Act, Row, Rows } from '../parts/rows.tsx'
import { askToReplay } from './replay.tsx'
import { type Delivery, hostOf, readDeliveries, sayOutcome, type Webhook } from './state.ts'

const pageOf = 50

/** The results of all deliveries in the last 30 days, the newest first. */
export function DeliveriesDialog({
  webhook,
  close,
}: {
  readonly webhook: Webhook
  readonly close: () => void
}) {
  const { webhooks: says, shell } = words.value
  const shown = useMemo(
    () => paged<Delivery>((cursor) => readDeliveries(webhook.id, pageOf, cursor)),
    [webhook.id],
  )
  useEffect(() => void shown.again(), [shown])
  return (
    <Dialog
      title={says.deliveriesOf(hostOf(webhook))}
      close={close}
      actions={
        <Button kind="primary" onClick={close}>
          {shell.close}
        </Button>
      }
    >
      <div class="stack">
        <Read from={shown}>
          {({ list, next }) => (
            <>
              <Rows none={says.nothingSent}>
                {list.map((delivery) => (
                  <Row
                    key={`${delivery.first} ${delivery.firstAt}`}
                    title={sayOutcome(delivery)}
                    notes={[
                      `${says.span(sayMoment(delivery.firstAt), sayMoment(delivery.lastAt))} · ${says.requests(delivery.requests)}`,
                      <code key="span">{says.span(delivery.first, delivery.last)}</code>,
                    ]}
                  >
                    <Act
                      says={says.replayFrom}
                      of={delivery.first}
                      act={() => askToReplay(webhook, before(delivery.first))}
                    />
                  </Row>
                ))}
              </Rows>
              {next !== null && (
                <div>
                  <Button onClick={() => void shown.more()}>{says.earlier}</Button>
                </div>
              )}
            </>
          )}
        </Read>
      </div>
    </Dialog>
  )
}

/** The cursor before this one. A replay sends the changes after its cursor, so this change is included. */
function before(cursor: string): string {
  const [epoch, seq] = cursor.split('.') as [string, string]
  return `${epoch}.${Math.max(0, Number(seq) - 1)}`
}
