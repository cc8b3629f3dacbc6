/** The acts on patients who are due for a visit. Each act can be undone for ten seconds. */
import { api, at } from '../../api/api.ts'
import { attempts, undos } from '../../base/attempt.ts'
import { offerUndo } from '../../base/toasts.tsx'
import type { RecallItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { nameOf } from '../../parts/patient/name.ts'
import { words } from '../../words/words.ts'
import { paint, recalls } from './state.ts'

type Contact = components['schemas']['CreateRecallContact']

/** How many messages a patient gets at most. */
export const mostMessages = 3

/** Whether messages can be sent to a patient now. */
export const canMessage = ({ channel, nextMessageAt, messagesSent }: RecallItem): boolean =>
  channel !== null && nextMessageAt === null && messagesSent < mostMessages

const attempt = attempts(recalls.again)

async function note({ patientId }: RecallItem, body: Contact): Promise<() => Promise<unknown>> {
  const path = { patientId }
  const { id } = await api.POST('/api/v1/recalls/{patientId}/contacts', { ...at(path), body })
  return () => api.DELETE('/api/v1/recalls/{patientId}/contacts/{contactId}', at({ ...path, contactId: id }))
}

const undoing = undos(recalls.again)

/** Notes a call that nobody answered. */
export const noteUnanswered = (item: RecallItem): Promise<void> =>
  attempt(async () => {
    const undo = await note(item, { kind: 'unanswered' })
    void recalls.again()
    offerUndo(words.value.recalls.noted(nameOf(item)), undoing(undo))
  })

/** Orders a message to each of these patients, one after another. */
export const sendMessages = (items: readonly RecallItem[]): Promise<void> =>
  attempt(async () => {
    const undos: (() => Promise<unknown>)[] = []
    try {
      for (const item of items) undos.push(await note(item, { kind: 'message' }))
    } finally {
      void recalls.again()
      if (undos.length > 0)
        offerUndo(
          words.value.recalls.messaged(items.map(nameOf).slice(0, undos.length)),
          undoing(async () => {
            for (const undo of undos) await undo()
          }),
        )
    }
  })

/**
 * Notes that a patient does not want to come, or wants to be asked later. The list drops the patient. @throws Failure.
 */
export async function putOff(item: RecallItem, body: Contact): Promise<void> {
  const undo = await note(item, body)
  paint((list) => list.filter(({ patientId }) => patientId !== item.patientId))
  offerUndo(words.value.recalls.putOff(nameOf(item)), undoing(undo))
}
