/**
 * Notes that are being written. A draft is kept in memory until it is saved: when the field loses the focus, when the page
 * is left or hidden, or after 30 seconds without typing. So one pause makes one version, and not each letter.
 */
import { signal } from '@preact/signals'
import { ask, ifMatch } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import { online } from '../../api/online.ts'
import { requireOnline } from '../../api/require-online.ts'
import type { Note } from '../../contract/names.ts'
import { notes, paintNote, readNotes } from './state.ts'
import { keepUnsaved } from './unsaved.ts'

/** The fields of a note that somebody types. */
interface NoteText {
  readonly title: string
  readonly body: string
  readonly isNext: boolean
}

export interface NoteDraft extends NoteText {
  readonly patientId: string
  /** The note as it was when it was last read or saved here; undefined for one that is not saved yet. */
  readonly note: Note | undefined
  readonly isSaving: boolean
  /** Why it is not saved. */
  readonly trouble: unknown
  /** The version that somebody else saved meanwhile. */
  readonly theirs: Note | undefined
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

/** Whether something is typed that is not saved. A new note without a text is nothing to save. */
export const isUnsaved = (draft: NoteDraft): boolean => {
  const saved = textOf(draft.note)
  if (draft.note === undefined && draft.body.trim() === '' && draft.title.trim() === '') return false
  return (
    draft.title.trim() !== saved.title || draft.body.trim() !== saved.body || draft.isNext !== saved.isNext
  )
}

function put(key: string, changes: Partial<NoteDraft>): void {
  const draft = drafts.value.get(key)
  if (draft !== undefined) drafts.value = new Map(drafts.value).set(key, { ...draft, ...changes })
}

/** Begins to write. A draft that is there already goes on. */
export function beginDraft(key: string, patientId: string, note: Note | undefined): void {
  if (drafts.value.has(key)) return
  const draft = {
    patientId,
    note,
    ...textOf(note),
    isSaving: false,
    trouble: undefined,
    theirs: undefined,
  }
  drafts.value = new Map(drafts.value).set(key, draft)
}

/** Keeps what was typed, and saves it after a pause. */
export function typeNote(key: string, text: Partial<NoteText>): void {
  put(key, text)
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

/** Saves what is typed, if it differs. A failure keeps the text and is shown beside it. Answers whether all is saved. */
export function saveDraft(key: string): Promise<boolean> {
  // One at a time: the next one is made to the version that this one leaves.
  const save = (saves.get(key) ?? Promise.resolve()).then(() => saveOnce(key))
  saves.set(key, save)
  return save
}

/**
 * Changes a note beside its editor. What is typed in the editor meanwhile is saved afterwards, to the version that the
 * change left. @throws what `change` throws.
 */
export async function changeNote(noteId: string, change: () => Promise<Note>): Promise<void> {
  const changed = change()
  const turn = changed.then(
    (note) => {
      paintNote(note)
      put(noteId, { note })
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
  if (draft.theirs !== undefined) return false
  if (!isUnsaved(draft)) return true
  clearTimeout(timers.get(key))
  put(key, { isSaving: true, trouble: undefined })
  try {
    requireOnline()
    const note = await send(draft)
    paintNote(note)
    put(key, { note, isSaving: false })
    const now = drafts.value.get(key)
    return now === undefined || !isUnsaved(now)
  } catch (error) {
    put(key, { isSaving: false, trouble: error })
    if (failedBy(error, 'precondition_failed')) await showTheirs(key, draft)
    // The note was deleted. To try again makes a new one.
    if (failedBy(error, 'not_found')) put(key, { note: undefined })
    return false
  }
}

function send({ patientId, note, title, body, isNext }: NoteDraft): Promise<Note> {
  const text = { title: title.trim() || null, body: body.trim(), isNext }
  const keepalive = body.length < mostWhileClosing / 4
  if (note === undefined)
    return ask((api) =>
      api.POST('/api/v1/patients/{patientId}/notes', {
        params: { path: { patientId } },
        body: text,
        keepalive,
      }),
    )
  const saved = textOf(note)
  const changes = {
    ...((text.title ?? '') !== saved.title && { title: text.title }),
    ...(text.body !== saved.body && { body: text.body }),
    ...(isNext !== saved.isNext && { isNext }),
  }
  return ask((api) =>
    api.PATCH('/api/v1/patients/{patientId}/notes/{noteId}', {
      params: { path: { patientId, noteId: note.id } },
      headers: ifMatch(note.version),
      body: changes,
      keepalive,
    }),
  )
}

async function showTheirs(key: string, { note }: NoteDraft): Promise<void> {
  await readNotes()
  const theirs = notes.value?.find(({ id }) => id === note!.id)
  if (theirs !== undefined) put(key, { theirs, trouble: undefined })
}

/** Keeps what is typed here, as a version above what the other one wrote. */
export async function keepMine(key: string): Promise<void> {
  put(key, { note: drafts.value.get(key)?.theirs, theirs: undefined })
  await saveDraft(key)
}

/** Gives up what is typed here for what the other one wrote. */
export function takeTheirs(key: string): void {
  const theirs = drafts.value.get(key)?.theirs
  put(key, { note: theirs, theirs: undefined, ...textOf(theirs) })
}

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
