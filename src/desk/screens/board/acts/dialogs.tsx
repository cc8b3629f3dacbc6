/** Opens the dialogues of entries. Their code is loaded when one is first opened. */
import { signal } from '@preact/signals'
import { api, at } from '../../../api/api.ts'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { openLater } from '../../../parts/dialog.tsx'
import { withWords } from '../../../words/words.ts'

const loadForms = async () => (await import('./forms.ts')).forms

/** The code of the dialogues, and of what is seldom shown; undefined until it was needed. */
export const forms = signal<Awaited<ReturnType<typeof loadForms>> | undefined>(undefined)

/** Loads this code and its words, so that `forms` has it. */
export const needForms = (): void =>
  void withWords(loadForms()).then((loaded) => {
    forms.value = loaded
  }, sayTrouble)

/** Day, time, chair and length, for people who cannot or do not want to drag. */
export const openMove = (entry: DayEntry): Promise<void> =>
  openLater(async () => {
    const { MoveDialog } = await loadForms()
    return (close) => <MoveDialog entry={entry} close={close} />
  })

/** Writes a note on a day, or changes the one with this id. */
export const openDayNote = (date: string, dayNoteId?: string): Promise<void> =>
  openLater(async () => {
    const [{ DayNoteDialog }, note] = await Promise.all([
      loadForms(),
      dayNoteId === undefined ? undefined : api.GET('/api/v1/day-notes/{dayNoteId}', at({ dayNoteId })),
    ])
    return (close) => <DayNoteDialog date={date} note={note} close={close} />
  })

/** Opens everything about an entry, to read and to change. */
export const openEntry = (entry: DayEntry): Promise<void> =>
  openLater(async () => {
    const { EntryForm } = await loadForms()
    return (close) => <EntryForm entry={entry} close={close} />
  })

/** Shows who comes beside the card, without a dialogue. A mouse that rests on the card only peeks. */
export const glance = (entry: DayEntry, card: HTMLElement, peeks = false): void =>
  void withWords(loadForms()).then(
    ({ showGlance }) => showGlance(entry, card, { peeks, open: openEntry }),
    sayTrouble,
  )

/** Loads the code of the dialogues before one of them is wanted. What cannot be loaded now is loaded when it is wanted. */
export const loadDialogs = (): void =>
  void withWords(Promise.all([loadForms(), import('./cancel-form.tsx')])).catch(() => {})
