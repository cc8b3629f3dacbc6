/** The clients of the drill: their operations, and the histories that they record. */
import { client } from '../../support/client.ts'
import type { Operation } from '../../support/linearizable.ts'
import * as model from './models.ts'
import { afterKill, carryOut, type Result, type Tally } from './sender.ts'

export const slotsOfDay = 24
const quarter = 900_000
const firstDay = Date.parse('2027-05-10T06:00:00.000Z')

/** One object whose history is checked separately: a day of the calendar, a patient, or a patient's notes. */
export interface Thing {
  readonly initial: string
  readonly history: Operation[]
}
/** `ids` are all ids that a client has learned, also of deleted entries and notes. */
interface WithIds extends Thing {
  readonly ids: string[]
}
export interface Day extends WithIds {
  readonly startsAt: number
}
export interface Patient extends Thing {
  readonly id: string
  readonly notes: WithIds
}

export interface World {
  /** The addresses of the servers. They change when a server is killed and started again. */
  readonly urls: string[]
  readonly token: string
  readonly chairIds: readonly string[]
  readonly tagIds: readonly string[]
  readonly days: readonly Day[]
  readonly patients: readonly Patient[]
  readonly tally: Tally
}

export const newDay = (index: number): Day => ({
  startsAt: firstDay + index * 86_400_000,
  initial: model.emptyCalendar,
  history: [],
  ids: [],
})
export const newPatientThing = (id: string, name: string): Patient => ({
  id,
  initial: model.patientState(name, []),
  history: [],
  notes: { initial: model.noNotes, history: [], ids: [] },
})

/** Makes a client. Each call of the client does one random operation. */
export function historyClient(world: World, random: () => number, label: string): () => Promise<void> {
  const { urls, token, tally, chairIds, tagIds } = world
  const send = { urls, token, random, tally }
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  let count = 0

  /** Records an operation. An operation that may still happen after its refusal gets a second record in the history. */
  const note = <T>(
    thing: Thing,
    name: string,
    result: Result,
    read: (data: never) => T,
    next: (outcome: model.Outcome<T>) => model.Next,
  ) => {
    const { called, sent, returned, mayFollow } = result
    const outcome: model.Outcome<T> =
      typeof result.outcome === 'string' ? result.outcome : { done: read(result.outcome.done as never) }
    const said = typeof outcome === 'string' ? outcome : JSON.stringify(outcome.done)
    thing.history.push({
      name: `${name} → ${said}`,
      called: mayFollow ? sent : called,
      returned,
      next: next(outcome),
    })
    if (mayFollow)
      thing.history.push({
        name: `${name}, late`,
        called,
        returned: Number.POSITIVE_INFINITY,
        next: next('unknown'),
      })
    return outcome
  }

  /** Sends a read, which is never repeated. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
  const look = async (thing: Thing, path: string, next: (data: any) => model.Next) => {
    const called = performance.now()
    tally.requests++
    const read = client((request) => fetch(request), token, pick(urls))
    const answer = await read('GET', path).catch((error: unknown) => afterKill(error, tally))
    if (!answer) return
    const { status, data, text } = answer
    if (status !== 200) throw new Error(`unexpected answer ${status}: ${text}`)
    const name = `read → ${JSON.stringify(data).slice(0, 300)}`
    thing.history.push({ name, called, returned: performance.now(), next: next(data) })
  }

  const randomPlace = (): model.Place => {
    const from = Math.floor(random() * (slotsOfDay - 4))
    return { chair: Math.floor(random() * chairIds.length), from, to: from + 1 + Math.floor(random() * 4) }
  }
  const at = (day: Day, slot: number) => new Date(day.startsAt + slot * quarter).toISOString()
  const fieldsOf = (day: Day, { chair, from, to }: model.Place) => ({
    chairId: chairIds[chair],
    startAt: at(day, from),
    endAt: at(day, to),
  })

  const ofDay = async (day: Day) => {
    const dice = random()
    const id = pick(day.ids)
    if (dice < 0.2) {
      const window = `from=${at(day, 0)}&to=${at(day, slotsOfDay)}`
      const slot = (time: string) => (Date.parse(time) - day.startsAt) / quarter
      return look(day, `/api/v1/appointments?${window}`, ({ appointments }) =>
        model.listDay(
          appointments.map(
            ({ chairId, startAt, endAt }: { chairId: string; startAt: string; endAt: string }) => ({
              chair: chairIds.indexOf(chairId),
              from: slot(startAt),
              to: slot(endAt),
            }),
          ),
        ),
      )
    }
    const place = randomPlace()
    const fields = fieldsOf(day, place)
    if (id === undefined || dice < 0.5) {
      const patientId = pick(world.patients).id
      const body = { type: 'appointment', patientId, ...fields }
      const result = await carryOut(send, 'POST', '/api/v1/appointments', body)
      const unknown = `?${label}${count}`
      const said = `book ${JSON.stringify(place)}`
      const made = note(
        day,
        said,
        result,
        (data: { id: string }) => data.id,
        (o) => model.book(unknown, place, o),
      )
      if (typeof made === 'object') day.ids.push(made.done)
      return
    }
    const path = `/api/v1/appointments/${id}`
    if (dice < 0.75) {
      const result = await carryOut(send, 'PATCH', path, fields)
      const agree = ({ startAt, endAt, chairId }: typeof fields): true => {
        if (startAt !== fields.startAt || endAt !== fields.endAt || chairId !== fields.chairId)
          throw new Error('a change was answered with something else')
        return true
      }
      note(day, `move ${id} ${JSON.stringify(place)}`, result, agree, (o) => model.move(id, place, o))
    } else {
      const result = await carryOut(send, 'DELETE', path)
      note(
        day,
        `delete ${id}`,
        result,
        (): true => true,
        (o) => model.cancel(id, o),
      )
    }
  }

  const ofPatient = async (patient: Patient) => {
    const path = `/api/v1/patients/${patient.id}`
    const dice = random()
    if (dice < 0.2)
      return look(patient, path, ({ firstName, tagIds }) => model.readPatient(firstName, tagIds))
    if (dice < 0.5) {
      const firstName = `N${label}${count}`
      const result = await carryOut(send, 'PATCH', path, { firstName })
      const tags = (data: { tagIds: string[] }) => data.tagIds
      note(patient, `name ${firstName}`, result, tags, (o) => model.rename(firstName, o))
      return
    }
    const tag = pick(tagIds)
    const result = await carryOut(send, 'POST', `${path}/tags/${tag}`)
    const tags = (data: { tagIds: string[] }) => data.tagIds
    note(patient, `toggle ${tag}`, result, tags, (o) => model.toggle(tag, o))
  }

  const ofNotes = async ({ id: patientId, notes }: Patient) => {
    const path = `/api/v1/patients/${patientId}/notes`
    const dice = random()
    const id =
      notes.ids.length > 0
        ? notes.ids[notes.ids.length - 1 - Math.floor(random() * Math.min(4, notes.ids.length))]
        : undefined
    const text = `B${label}${count}`
    if (dice < 0.2)
      return look(notes, path, (data) =>
        model.listNotes(data.notes.map(({ body }: { body: string }) => body)),
      )
    if (id === undefined || dice < 0.4) {
      const result = await carryOut(send, 'POST', path, { body: text })
      const read = (data: { id: string }) => data.id
      const made = note(notes, `write ${text}`, result, read, (o) => model.writeNote(`?${text}`, text, o))
      if (typeof made === 'object') notes.ids.push(made.done)
    } else if (dice < 0.8) {
      const result = await carryOut(send, 'PATCH', `${path}/${id}`, { body: text })
      const read = (data: { revisions: unknown[] }) => data.revisions.length
      note(notes, `edit ${id} ${text}`, result, read, (o) => model.editNote(id, text, o))
    } else {
      const result = await carryOut(send, 'DELETE', `${path}/${id}`)
      note(
        notes,
        `delete ${id}`,
        result,
        (): true => true,
        (o) => model.removeNote(id, o),
      )
    }
  }

  return () => {
    count++
    const dice = random()
    if (dice < 0.4) return ofDay(pick(world.days))
    return dice < 0.75 ? ofPatient(pick(world.patients)) : ofNotes(pick(world.patients))
  }
}
