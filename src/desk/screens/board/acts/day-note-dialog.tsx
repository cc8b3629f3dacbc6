/** Writes a note on a day, or changes such a note. */

import { useSignal } from '@preact/signals'
import { api, at } from '../../../api/api.ts'
import { Button } from '../../../base/button.tsx'
import { sayDate } from '../../../base/time/say.ts'
import { offerUndo, sayTrouble } from '../../../base/toasts.tsx'
import type { DayNote } from '../../../contract/names.ts'
import { changedBy } from '../../../live/changed-by.ts'
import { readDay } from '../../../live/day.ts'
import { useDraft } from '../../../parts/draft.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'

interface Props {
  readonly date: string
  /** The note to change; undefined for a new one. */
  readonly note: DayNote | undefined
  readonly close: () => void
}

export function DayNoteDialog({ date, note, close }: Props) {
  const { dayNote: texts, forms } = words.value
  const record = useSignal(note)
  const draft = useDraft<Pick<DayNote, 'text'>>({
    saved: () => {
      const { text, version } = record.value ?? { text: '', version: 0 }
      return { fields: { text }, version }
    },
    send: async (changes, version, whole) => {
      record.value = await (record.value === undefined
        ? write(date, whole.text)
        : api.PATCH('/api/v1/day-notes/{dayNoteId}', {
            ...at({ dayNoteId: record.value!.id }, version),
            body: changes,
          }))
      await readDay()
    },
    readAgain: async () => {
      record.value = await api.GET('/api/v1/day-notes/{dayNoteId}', at({ dayNoteId: note!.id }))
    },
    by: () => changedBy(record.value?.id),
    check: ({ text }) => (text.trim() === '' ? { text: forms.fillIn } : {}),
  })
  return (
    <RecordDialog
      title={texts.title(sayDate(date))}
      draft={draft}
      close={close}
      saved={texts.saved}
      size="small"
      more={
        note && (
          <Button
            onClick={() => {
              close()
              void remove(date, record.value!).catch(sayTrouble)
            }}
          >
            {texts.delete}
          </Button>
        )
      }
    >
      <TextField
        draft={draft}
        name="text"
        label={texts.text}
        hint={texts.hint}
        autofocus
        rows={3}
        maxLength={500}
      />
    </RecordDialog>
  )
}

const write = (date: string, text: string) => api.POST('/api/v1/day-notes', { body: { date, text } })

/** Deletes a note. The undo writes a new note with the same text. */
async function remove(date: string, { id, version, text }: DayNote): Promise<void> {
  await api.DELETE('/api/v1/day-notes/{dayNoteId}', at({ dayNoteId: id }, version))
  await readDay()
  offerUndo(words.value.dayNote.deleted, async () => {
    await write(date, text)
    await readDay()
  })
}
