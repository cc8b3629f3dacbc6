/** Opens the dialogues of entries. The code of the dialogues is loaded when somebody first needs it. */
import { signal } from '@preact/signals'
import { api, at } from '../../../api/api.ts'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { openLater } from '../../../parts/dialog.tsx'
import { withWords } from '../../../words/words.ts'

const loadForms = async () => (await import('./forms.ts')).forms

/** The code of the dialogues and of rarely shown parts of the board; undefined until `needForms` has loaded it. */
export const forms = signal<Awaited<ReturnType<typeof loadForms>> | undefined>(undefined)

/** Loads this code and its words into `forms`. */
export const needForms = (): void =>
  void withWords(loadForms()).then((loaded) => {
    forms.value = loaded
  }, sayTrouble)

/** Opens a form for day, time, chair and length. With this form, people can move an entry without dragging. */
export const openMove = (entry: DayEntry): Promise<void> =>
  openLater(async () => {
    const { MoveDialog } = await loadForms()
    return (close) => <MoveDialog entry={entry} close={close} />
  })

/** Opens the dialogue for a new note on a day, or for the note with this id. */
export const openDayNote = (date: string, dayNoteId?: string): Promise<void> =>
  openLater(async () => {
    const [{ DayNoteDialog }, note] = await Promise.all([
      loadForms(),
      dayNoteId === undefined ? undefined : api.GET('/api/v1/day-notes/{dayNoteId}', at({ dayNoteId })),
    ])
    return (close) => <DayNoteDialog date={date} note={note} close={close} />
  })

/** Opens the dialogue with all facts and fields of an entry. */
export const openEntry = (entry: DayEntry): Promise<void> =>
  openLater(async () => {
    const { EntryForm } = await loadForms()
    return (close) => <EntryForm entry={entry} close={close} />
  })

/** Shows a popup about the patient beside the card. With `peeks`, the popup closes when the mouse leaves. */
export const glance = (entry: DayEntry, card: HTMLElement, peeks = false): void =>
  void withWords(loadForms()).then(
    ({ showGlance }) => showGlance(entry, card, { peeks, open: openEntry }),
    sayTrouble,
  )

/** Loads the code of the dialogues in advance. When this fails, the code is loaded with the first dialogue. */
export const loadDialogs = (): void =>
  void withWords(Promise.all([loadForms(), import('./cancel-form.tsx')])).catch(() => {})
