/**
 * Notes that are being written. A draft is kept in memory until it is saved: when the field loses the focus, when the page
 * is left or hidden, or after 30 seconds without typing. So one pause makes one version, and not each letter.
 */
import { signal } from '@preact/signals'
import { api, at } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import { online } from '../../api/online.ts'
import { requireOnline } from '../../api/require-online.ts'
import { sayFailure, Told } from '../../base/say-failure.ts'
import { keepUnsaved } from '../../base/unsaved.ts'
import type { Note } from '../../contract/names.ts'
import { type Draft, startDraft } from '../../parts/draft.ts'
import { words } from '../../words/words.ts'
import { notes, paintNote, readNotes } from './state.ts'

/** The fields of a note that somebody types. */
interface NoteText {
  readonly title: string
  readonly body: string
  readonly isNext: boolean
}

export interface NoteDraft {
  readonly text: Draft<NoteText>
  /** The note as it is saved, as far as the desk knows; undefined for one that is not saved yet. */
  readonly note: Note | undefined
  /** Takes over what was just saved of the note. */
  readonly take: (saved: Note) => void
}

const pauseMs = 30_000
/** How much a browser lets go out while a page closes, for all requests together. */
const mostWhileClosing = 60_000

/** The drafts by the id of their note. A new note has the key of `newKey`. */
export const drafts = signal<ReadonlyMap<string, NoteDraft>>(new Map())
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export const newKey = (patientId: string) => `new ${patientId}`

const textOf = (note: Note | undefined): NoteText => ({
  title: note?.title ?? '',
  body: note?.body ?? '',
  isNext: note?.isNext ?? false,
})

function startNote(patientId: string, begun: Note | undefined): NoteDraft {
  const held = signal(begun)
  /** Whether the note was deleted meanwhile. To try again makes a new one. */
  let isGone = false
  const note = () => {
    const shown = notes.value?.find(({ id }) => id === held.value?.id)
    return shown !== undefined && shown.version > held.value!.version ? shown : held.value
  }
  const send = async (changes: Partial<NoteText>, version: number, whole: NoteText) => {
    try {
      requireOnline()
      held.value = await save(patientId, isGone ? undefined : note(), changes, version, whole)
      isGone = false
      paintNote(held.value)
    } catch (error) {
      if (failedBy(error, 'precondition_failed')) throw error
      const { gone, unsaved } = words.value.notes
      isGone ||= failedBy(error, 'not_found')
      throw new Told(isGone ? gone : `${unsaved} ${sayFailure(error)}`)
    }
  }
  const ways = {
    saved: () => ({ fields: textOf(note()), version: note()?.version ?? 0 }),
    send,
    readAgain: readNotes,
  }
  const text = startDraft(() => ways)
  return {
    text,
    get note() {
      return note()
    },
    take(saved) {
      held.value = saved
      text.follow()
    },
  }
}

/** Whether something is typed that is not saved. A new note without a text is nothing to save. */
export const isUnsaved = ({ text, note }: NoteDraft): boolean =>
  text.isUnsaved && (note !== undefined || `${text.fields.title}${text.fields.body}`.trim() !== '')

/** Whether somebody else saved something else meanwhile where one types. */
export const isContested = ({ text }: NoteDraft): boolean =>
  (['title', 'body', 'isNext'] as const).some(text.isContested)

/** Begins to write. A draft that is there already goes on. */
export function beginDraft(key: string, patientId: string, note: Note | undefined): void {
  if (!drafts.value.has(key)) drafts.value = new Map(drafts.value).set(key, startNote(patientId, note))
}

/** Keeps what was typed, and saves it after a pause. */
export function typeNote(key: string, text: Partial<NoteText>): void {
  drafts.value.get(key)?.text.set(text)
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => void saveDraft(key), pauseMs),
  )
}

/** Forgets a draft, saved or not. */
export function dropDraft(key: string): void {
  clearTimeout(timers.get(key))
  saves.delete(key)
  const left = new Map(drafts.value)
  left.delete(key)
  drafts.value = left
}

/** The last save of each draft. It never fails, since a failure is part of the draft. */
const saves = new Map<string, Promise<boolean>>()

/** Saves one at a time: the next save is made to the version that this one leaves. */
function inTurn(key: string, save: () => Promise<boolean>): Promise<boolean> {
  const turn = (saves.get(key) ?? Promise.resolve()).then(save)
  saves.set(key, turn)
  return turn
}

/** Saves what is typed, if it differs. A failure keeps the text and is shown beside it. Answers whether all is saved. */
export const saveDraft = (key: string): Promise<boolean> => inTurn(key, () => saveOnce(key))

/**
 * Changes a note beside its editor. What is typed in the editor meanwhile is saved afterwards, to the version that the
 * change left. @throws what `change` throws.
 */
export async function changeNote(noteId: string, change: () => Promise<Note>): Promise<void> {
  const changed = change()
  const turn = changed.then(
    (note) => {
      paintNote(note)
      drafts.value.get(noteId)?.take(note)
      return true
    },
    () => false,
  )
  saves.set(noteId, turn)
  await turn
  if (!drafts.value.has(noteId)) saves.delete(noteId)
  await changed
}

async function saveOnce(key: string): Promise<boolean> {
  const draft = drafts.value.get(key)
  if (draft === undefined) return true
  draft.text.follow()
  if (!isUnsaved(draft)) return true
  // Only the person overwrites what others wrote.
  if (isContested(draft)) return false
  clearTimeout(timers.get(key))
  return (await draft.text.save()) && !isUnsaved(draft)
}

const bodyOf = ({ title, body, isNext }: NoteText) => ({
  title: title.trim() || null,
  body: body.trim(),
  isNext,
})

function save(
  patientId: string,
  note: Note | undefined,
  changes: Partial<NoteText>,
  version: number,
  whole: NoteText,
): Promise<Note> {
  const body = bodyOf(whole)
  const keepalive = whole.body.length < mostWhileClosing / 4
  if (note === undefined)
    return api.POST('/api/v1/patients/{patientId}/notes', { ...at({ patientId }), body, keepalive })
  const changed = Object.keys(changes) as (keyof NoteText)[]
  return api.PATCH('/api/v1/patients/{patientId}/notes/{noteId}', {
    ...at({ patientId, noteId: note.id }, version),
    body: Object.fromEntries(changed.map((name) => [name, body[name]])),
    keepalive,
  })
}

/** Keeps what is typed here, as a version above what the other one wrote. Answers whether it is saved. */
export const keepMine = (key: string): Promise<boolean> =>
  inTurn(key, async () => (await drafts.value.get(key)?.text.overwrite()) ?? true)

/** Saves a draft when its editor is left, and forgets it when that succeeds. */
export async function leaveDraft(key: string): Promise<void> {
  if (await saveDraft(key)) dropDraft(key)
}

const saveAll = () => {
  for (const key of drafts.value.keys()) void saveDraft(key)
}
document.addEventListener('visibilitychange', () => document.hidden && saveAll())
addEventListener('pagehide', saveAll)
// Notes that could not be saved without a connection are saved when the connection is back.
online.subscribe((isBack) => {
  if (isBack) saveAll()
})
keepUnsaved(() => {
  const unsaved = [...drafts.value.values()].some(isUnsaved)
  // The note is saved when somebody answers that they stay on the page.
  if (unsaved) saveAll()
  return unsaved
})
