/** The acts on the waiting list. Each act can be undone for ten seconds. */
import { api, at } from '../../api/api.ts'
import { now } from '../../api/now.ts'
import type { repeatableKeys } from '../../api/repeatable.ts'
import { attempts, undos } from '../../base/attempt.ts'
import { me } from '../../base/me.ts'
import { offerUndo } from '../../base/toasts.tsx'
import type { InboxItem, WaitingItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { nameOf } from '../../parts/patient/name.ts'
import { words } from '../../words/words.ts'
import { bringBack } from './bring-back.ts'
import { paint, paintCalled, waiting } from './state.ts'

const one = '/api/v1/waiting-list/{waitingId}'

const attempt = attempts(waiting.again)

const undoing = undos(waiting.again)

/** Takes a patient off the list. */
export const takeOff = (item: WaitingItem): Promise<void> =>
  attempt(async () => {
    paint((list) => list.filter(({ id }) => id !== item.id))
    await api.DELETE(one, at({ waitingId: item.id }, item.version))
    offerUndo(
      words.value.waiting.removed(nameOf(item)),
      undoing(() => bringBack(item)),
    )
  })

/** Puts a patient on the list. `keyOf` makes the idempotency key and lives as long as the dialogue. @throws Failure. */
export async function add(
  body: components['schemas']['CreateWaiting'],
  name: string,
  keyOf: ReturnType<typeof repeatableKeys>,
): Promise<void> {
  const header = keyOf(body)
  const { id } = await api.POST('/api/v1/waiting-list', { params: { header }, body })
  void waiting.again()
  offerUndo(
    words.value.waiting.added(name),
    undoing(() => api.DELETE(one, at({ waitingId: id }))),
  )
}

type Changes = components['schemas']['UpdateWaiting']

/** Changes the wishes of a waiting patient. @throws Failure. */
export async function change(item: WaitingItem, changes: Changes): Promise<void> {
  const send = (body: Changes, version: number) =>
    api.PATCH(one, { ...at({ waitingId: item.id }, version), body })
  const before = Object.fromEntries(
    Object.keys(changes).map((name) => [name, item[name as keyof Changes]]),
  ) as Changes
  const { version } = await send(changes, item.version)
  void waiting.again()
  offerUndo(
    words.value.waiting.changed(nameOf(item)),
    undoing(() => send(before, version)),
  )
}

/** Notes that a patient was called about a free time that fits. The inbox shows the same mark. */
export const noteCalled = (item: InboxItem, name: string): Promise<void> =>
  attempt(async () => {
    const { kind, recordId } = item
    const seenAt = new Date(now.value).toISOString()
    paintCalled({ ...item, mark: { id: '', seenAt, seenBy: me.value.user.id } })
    const mark = await api.POST('/api/v1/inbox/marks', { body: { kind, recordId } })
    paintCalled({ ...item, mark })
    offerUndo(
      words.value.waiting.wasCalled(name),
      undoing(() => api.DELETE('/api/v1/inbox/marks/{markId}', at({ markId: mark.id }))),
    )
  })
