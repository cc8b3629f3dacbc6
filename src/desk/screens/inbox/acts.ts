/** The acts that a member can do on an item of the inbox. */
import { api, at } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import { now } from '../../api/now.ts'
import { attempts } from '../../base/attempt.ts'
import { me } from '../../base/me.ts'
import { sayMomentShort } from '../../base/time/moment.ts'
import { offerUndo, say, sayProblem } from '../../base/toasts.tsx'
import type { InboxItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { askFirst } from '../../parts/ask-first.tsx'
import { words } from '../../words/words.ts'
import { openAccept } from '../board/accept-dialog.tsx'
import { openCancel } from '../board/cancel-dialog.tsx'
import { openMerge } from '../patients/merge-dialog.tsx'
import { giveTime, type NewTime } from './new-times.ts'
import { sayName } from './say-item.ts'
import { inbox, type Mark, paintCall, paintGone, paintMark } from './state.ts'

const attempt = attempts(inbox.again)

/** A way in which messages failed, as the API expects it. */
export type Alike = components['schemas']['RetryReminders']

/** Marks an item as done. The mark can be removed for ten seconds by Undo, and later in the list of done items. */
export const markDone = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    paintMark(item, { id: '', seenAt: new Date(now.value).toISOString(), seenBy: me.value.user.id })
    const { kind, recordId } = item
    const mark = await inbox.inTurn(async () => {
      const mark = await api.POST('/api/v1/inbox/marks', { body: { kind, recordId } })
      paintMark(item, mark)
      return mark
    })
    offerUndo(words.value.inbox.marked(sayName(item)), () => unmark(item, mark))
  })

export type CallResult = InboxItem['calls'][number]['result']

/** Notes a call to the patient of an item. The item stays open. The note can be undone for ten seconds. */
export const noteCall = (item: InboxItem, result: CallResult, againAt: string | null): Promise<void> =>
  attempt(async () => {
    const { kind, recordId } = item
    const calledAt = new Date(now.value).toISOString()
    paintCall(item, { id: '', result, againAt, calledAt, calledBy: me.value.user.id })
    const { id } = await inbox.inTurn(() =>
      api.POST('/api/v1/inbox/calls', { body: { kind, recordId, result, againAt } }),
    )
    void inbox.again()
    offerUndo(words.value.inbox.callNoted(sayName(item)), async () => {
      await inbox.inTurn(() => api.DELETE('/api/v1/inbox/calls/{callId}', at({ callId: id })))
      await inbox.again()
    })
  })

/** Removes the mark of a done item, so that the item is open again. */
export const putBack = (item: InboxItem, mark: Mark): Promise<void> =>
  attempt(async () => {
    await unmark(item, mark)
    say(words.value.inbox.isBack(sayName(item)))
  })

async function unmark(item: InboxItem, { id }: Mark): Promise<void> {
  paintMark(item, null)
  try {
    await inbox.inTurn(() => api.DELETE('/api/v1/inbox/marks/{markId}', at({ markId: id })))
  } finally {
    void inbox.again()
  }
}

/** Asks for the reason and cancels the appointment. */
export const cancel = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    const path = { appointmentId: item.appointmentId! }
    const entry = await api.GET('/api/v1/appointments/{appointmentId}', at(path))
    if (await openCancel(entry)) paintGone(item)
  })

/** Accepts an online request at the requested time. The patient gets a message. */
export const accept = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    paintGone(item)
    await inbox.inTurn(() =>
      api.PATCH('/api/v1/appointments/{appointmentId}', {
        ...at({ appointmentId: item.appointmentId! }),
        body: { type: 'appointment' },
      }),
    )
    say(words.value.inbox.accepted(sayName(item)))
  })

/** Accepts an online request at another time, which the member chooses in a dialogue. The patient gets a message. */
export const acceptElsewhere = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    const { appointmentId, startAt } = item
    const title = words.value.inbox.otherTimeOf(sayName(item))
    if (await openAccept({ id: appointmentId!, startAt: startAt!, title })) paintGone(item)
    else void inbox.again()
  })

/** Shows a new patient beside a likely duplicate, so that the two can be merged. Marking the item done keeps both. */
export const compare = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    const path = { patientId: item.patientId! }
    const patient = await api.GET('/api/v1/patients/{patientId}', at(path))
    const { firstName, lastName, dob, id } = patient
    const query = { firstName, lastName, ...(dob !== null && { dob: dob.slice(0, 10) }), exceptId: id }
    const { duplicates } = await api.GET('/api/v1/patients/duplicates', { params: { query } })
    const other = duplicates[0]?.patient
    if (other === undefined) say(words.value.inbox.nobodyAlike(sayName(item)))
    else openMerge(patient, other)
  })

/** Declines an online request, after a question. The patient gets a message, and the time is free again. */
export const decline = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    const { inbox: texts } = words.value
    const done = await askFirst({
      title: texts.declineOf(sayName(item)),
      text: [texts.declineText],
      verb: texts.decline,
      danger: true,
      act: () =>
        api.DELETE('/api/v1/appointments/{appointmentId}', at({ appointmentId: item.appointmentId! })),
    })
    if (!done) return
    paintGone(item)
    say(texts.declined(sayName(item)))
  })

/** Notes that the patient said they will come. */
export const noteComes = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    const one = at({ appointmentId: item.appointmentId! })
    const step = '/api/v1/appointments/{appointmentId}/progress'
    paintGone(item)
    await inbox.inTurn(() => api.POST(step, { ...one, body: { step: 'confirmed' } }))
    offerUndo(words.value.inbox.saidComes(sayName(item)), async () => {
      await inbox.inTurn(() => api.DELETE(step, one))
      await inbox.again()
    })
  })

/** Sends all messages again that failed in the same way. The server leaves out items that somebody marked as done. */
export const sendAllAgain = (items: readonly InboxItem[], alike: Alike): Promise<void> =>
  attempt(async () => {
    for (const item of items) paintGone(item)
    const { retried, left, refused } = await inbox.inTurn(() =>
      api.POST('/api/v1/reminders/retry', { body: alike }),
    )
    say(words.value.inbox.allSent(retried, left, refused.tooLate))
    void inbox.again()
  })

/** Sends a failed message again. */
export const sendAgain = (item: InboxItem): Promise<void> =>
  attempt(async () => {
    const { inbox: texts } = words.value
    try {
      const { nextAttemptAt } = await api.POST(
        '/api/v1/reminders/{reminderId}/retry',
        at({ reminderId: item.recordId }),
      )
      const isLater = nextAttemptAt !== null && Date.parse(nextAttemptAt) > now.value + 60_000
      say(
        isLater
          ? texts.sentLater(sayName(item), sayMomentShort(nextAttemptAt))
          : texts.sentAgain(sayName(item)),
      )
      paintGone(item)
    } catch (error) {
      if (!failedBy(error, 'conflict')) throw error
      sayProblem(texts.notAgain)
      void inbox.again()
    }
  })

/** Moves an appointment that cannot stay to another time. The patient gets a message. Can be undone for ten seconds. */
export const moveTo = (item: InboxItem, time: NewTime): Promise<void> =>
  attempt(async () => {
    const { displaced } = item
    const { startAt, endAt, chairId, practitionerId } = time
    const before = {
      startAt: item.startAt!,
      endAt: displaced!.endAt,
      chairId: displaced!.chairId,
      practitionerId: displaced!.practitionerId,
    }
    const send = (place: Partial<typeof before>, version: number) =>
      inbox.inTurn(() =>
        api.PATCH('/api/v1/appointments/{appointmentId}', {
          ...at({ appointmentId: item.appointmentId! }, version),
          body: place,
        }),
      )
    // A free time without a practitioner keeps the practitioner of the appointment.
    const place = { startAt, endAt, chairId, ...(practitionerId !== null && { practitionerId }) }
    const moved = giveTime(time, () => send(place, displaced!.version))
    paintGone(item)
    const { version } = await moved
    offerUndo(words.value.inbox.moved(sayName(item), sayMomentShort(startAt)), async () => {
      await send(before, version)
      await inbox.again()
    })
  })
