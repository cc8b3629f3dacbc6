/**
 * Models of single objects of the service, for requests one after another. A state is a text, and equal states have
 * equal texts. Each function returns the states that are possible after a request and its answer. The list is empty
 * when the model does not allow this answer.
 */

export type Next = (state: string) => readonly string[]

/** The result of a request. `unknown` means that no client got the answer, so the change may have happened or not. */
export type Outcome<T> = { readonly done: T } | 'conflict' | 'missing' | 'unknown'

/** A period of a day on one chair. */
export interface Place {
  readonly chair: number
  readonly from: number
  readonly to: number
}
interface Entry extends Place {
  readonly id: string
}

/** The calendar of one day. */
export const emptyCalendar = ''
const entriesIn = (state: string): Entry[] =>
  state === ''
    ? []
    : state.split(';').map((one) => {
        const [id, chair, from, to] = one.split(',') as [string, string, string, string]
        return { id, chair: Number(chair), from: Number(from), to: Number(to) }
      })
const calendar = (entries: readonly Entry[]): string =>
  entries
    .map(({ id, chair, from, to }) => `${id},${chair},${from},${to}`)
    .sort()
    .join(';')
const clashes = (entries: readonly Entry[], id: string, { chair, from, to }: Place): boolean =>
  entries.some((one) => one.id !== id && one.chair === chair && one.from < to && one.to > from)

/** `name` replaces the entry's id when no client learned the id. */
export const book =
  (name: string, place: Place, outcome: Outcome<string>): Next =>
  (state) => {
    const entries = entriesIn(state)
    const taken = clashes(entries, '', place)
    const booked = (id: string) => calendar([...entries, { id, ...place }])
    if (outcome === 'unknown') return taken ? [state] : [state, booked(name)]
    if (outcome === 'conflict') return taken ? [state] : []
    return outcome === 'missing' || taken ? [] : [booked(outcome.done)]
  }

export const move =
  (id: string, place: Place, outcome: Outcome<true>): Next =>
  (state) => {
    const entries = entriesIn(state)
    const there = entries.some((one) => one.id === id)
    const taken = clashes(entries, id, place)
    const moved = () => calendar(entries.map((one) => (one.id === id ? { id, ...place } : one)))
    if (outcome === 'unknown') return there && !taken ? [...new Set([state, moved()])] : [state]
    if (outcome === 'missing') return there ? [] : [state]
    if (outcome === 'conflict') return there && taken ? [state] : []
    return there && !taken ? [moved()] : []
  }

export const cancel =
  (id: string, outcome: Outcome<true>): Next =>
  (state) => {
    const entries = entriesIn(state)
    const left = entries.filter((one) => one.id !== id)
    const there = left.length < entries.length
    if (outcome === 'unknown') return there ? [state, calendar(left)] : [state]
    if (outcome === 'missing') return there ? [] : [state]
    return there && outcome !== 'conflict' ? [calendar(left)] : []
  }

/** Lists the day. The ids are not compared. */
export const listDay =
  (places: readonly Place[]): Next =>
  (state) => {
    const plain = (all: readonly Place[]) => all.map(({ chair, from, to }) => `${chair},${from},${to}`).sort()
    return plain(places).join(';') === plain(entriesIn(state)).join(';') ? [state] : []
  }

/** A patient's first name and tags, in the order in which the tags were added. */
export const patientState = (name: string, tags: readonly string[]): string => `${name}|${tags.join()}`
const patientIn = (state: string): { name: string; tags: string[] } => {
  const [name, tags] = state.split('|') as [string, string]
  return { name, tags: tags === '' ? [] : tags.split(',') }
}

export const rename =
  (name: string, outcome: Outcome<readonly string[]>): Next =>
  (state) => {
    const { tags } = patientIn(state)
    const renamed = patientState(name, tags)
    if (outcome === 'unknown') return [...new Set([state, renamed])]
    if (outcome === 'conflict' || outcome === 'missing') return []
    return outcome.done.join() === tags.join() ? [renamed] : []
  }

export const toggle =
  (tag: string, outcome: Outcome<readonly string[]>): Next =>
  (state) => {
    const { name, tags } = patientIn(state)
    const toggled = tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag]
    const after = patientState(name, toggled)
    if (outcome === 'unknown') return [state, after]
    if (outcome === 'conflict' || outcome === 'missing') return []
    return outcome.done.join() === toggled.join() ? [after] : []
  }

export const readPatient =
  (name: string, tags: readonly string[]): Next =>
  (state) =>
    state === patientState(name, tags) ? [state] : []

/** A note and the number of its earlier versions. */
interface Note {
  readonly id: string
  readonly body: string
  readonly revisions: number
}

/** The notes of one patient. */
export const noNotes = ''
const notesIn = (state: string): Note[] =>
  state === ''
    ? []
    : state.split(';').map((one) => {
        const [id, body, revisions] = one.split(',') as [string, string, string]
        return { id, body, revisions: Number(revisions) }
      })
const notes = (all: readonly Note[]): string =>
  all
    .map(({ id, body, revisions }) => `${id},${body},${revisions}`)
    .sort()
    .join(';')

/** `name` replaces the note's id when no client learned the id. */
export const writeNote =
  (name: string, body: string, outcome: Outcome<string>): Next =>
  (state) => {
    const written = (id: string) => notes([...notesIn(state), { id, body, revisions: 0 }])
    if (outcome === 'unknown') return [state, written(name)]
    return outcome === 'conflict' || outcome === 'missing' ? [] : [written(outcome.done)]
  }

export const editNote =
  (id: string, body: string, outcome: Outcome<number>): Next =>
  (state) => {
    const all = notesIn(state)
    const note = all.find((one) => one.id === id)
    const edited = () =>
      notes(all.map((one) => (one.id === id ? { id, body, revisions: one.revisions + 1 } : one)))
    if (outcome === 'unknown') return note ? [state, edited()] : [state]
    if (outcome === 'missing') return note ? [] : [state]
    return note && outcome !== 'conflict' && outcome.done === note.revisions + 1 ? [edited()] : []
  }

export const removeNote =
  (id: string, outcome: Outcome<true>): Next =>
  (state) => {
    const all = notesIn(state)
    const left = all.filter((one) => one.id !== id)
    const there = left.length < all.length
    if (outcome === 'unknown') return there ? [state, notes(left)] : [state]
    if (outcome === 'missing') return there ? [] : [state]
    return there && outcome !== 'conflict' ? [notes(left)] : []
  }

/**
 * Lists the notes. The ids are not compared. The service reads the earlier versions after the notes. So a note that is
 * deleted meanwhile may be listed without its versions, and the versions are not compared either. Instead, the answer
 * of each edit has their number.
 */
export const listNotes =
  (bodies: readonly string[]): Next =>
  (state) => {
    const known = notesIn(state).map(({ body }) => body)
    return [...bodies].sort().join() === known.sort().join() ? [state] : []
  }
