/**
 * Notes that are being written. A draft is kept in memory. The draft is saved when the field loses the focus, when the
 * page is left or hidden, or after 30 seconds without typing. So each pause makes one version, and not each letter.
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
  /** The last saved version of the note that this desk knows; undefined for a note that is not saved yet. */
  readonly note: Note | undefined
  /** Takes over a version of the note that was just saved. */
  readonly take: (saved: Note) => void
}

const pauseMs = 30_000
/** How many bytes all requests together may have while a page closes. Browsers limit this. */
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
  /** Whether the note was deleted meanwhile. The next attempt then makes a new note. */
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

/** Whether a draft has unsaved text. A new note without a text has none. */
export const isUnsaved = ({ text, note }: NoteDraft): boolean =>
  text.isUnsaved && (note !== undefined || `${text.fields.title}${text.fields.body}`.trim() !== '')

/** Whether somebody else meanwhile saved another value of a field that was typed here. */
export const isContested = ({ text }: NoteDraft): boolean =>
  (['title', 'body', 'isNext'] as const).some(text.isContested)

/** Begins a draft, unless the key already has a draft. */
export function beginDraft(key: string, patientId: string, note: Note | undefined): void {
  if (!drafts.value.has(key)) drafts.value = new Map(drafts.value).set(key, startNote(patientId, note))
}

/** Puts typed text into a draft, and saves the draft after a pause. */
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

/** The last save of each draft. A save never rejects, since a failure is part of the draft. */
const saves = new Map<string, Promise<boolean>>()

/** Runs the saves of a draft one at a time, because each save needs the version that the last one made. */
function inTurn(key: string, save: () => Promise<boolean>): Promise<boolean> {
  const turn = (saves.get(key) ?? Promise.resolve()).then(save)
  saves.set(key, turn)
  return turn
}

/**
 * Saves a draft that has unsaved text. Resolves to whether all is saved. A failure keeps the text and is shown beside
 * it.
 */
export const saveDraft = (key: string): Promise<boolean> => inTurn(key, () => saveOnce(key))

/**
 * Changes a note outside its editor. Text that is typed in the editor meanwhile is saved afterwards, with the version
 * that the change made. @throws what `change` throws.
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
  // Text of somebody else is overwritten only when the user chooses it, never by automatic saving.
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

/**
 * Saves the text of this desk as a new version over the text of somebody else. Resolves to whether the text is saved.
 */
export const keepMine = (key: string): Promise<boolean> =>
  inTurn(key, async () => (await drafts.value.get(key)?.text.overwrite()) ?? true)

/** Saves a draft when its editor is left, and removes the draft when saving succeeds. */
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
  // The browser asks whether to leave the page. The notes are saved when the person stays.
  if (unsaved) saveAll()
  return unsaved
})
