/** The notes about a patient. */
import { signal } from '@preact/signals'
import { api, at } from '../../api/api.ts'
import { online } from '../../api/online.ts'
import { Button } from '../../base/button.tsx'
import { target } from '../../base/focus.ts'
import { sayProblem } from '../../base/toasts.tsx'
import type { Note } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { withUndo } from './delayed.ts'
import { NoteCard } from './note-card.tsx'
import { beginDraft, drafts, newKey } from './note-drafts.ts'
import { focusNote, NoteEditor } from './note-editor.tsx'
import { Section } from './section.tsx'
import { notes } from './state.ts'

/** The ids of hidden notes, which will be deleted soon. Until then, the deletion can be undone. */
const leaving = signal<ReadonlySet<string>>(new Set())

export function Notes({ patientId }: { readonly patientId: string }) {
  const { notes: w, shell } = words.value
  const key = newKey(patientId)
  const draft = drafts.value.get(key)
  // A new note that was saved while somebody continues to write is shown only in its editor.
  const shown = notes.value?.filter(({ id }) => id !== draft?.note?.id && !leaving.value.has(id))
  // The notes about the next visit are above the others.
  const sorted = shown && [...shown.filter(({ isNext }) => isNext), ...shown.filter(({ isNext }) => !isNext)]
  return (
    <Section
      title={w.title}
      actions={
        draft === undefined && (
          <Button ref={adding} icon="plus" onClick={() => beginDraft(key, patientId, undefined)}>
            {w.add}
          </Button>
        )
      }
    >
      {draft && <NoteEditor id={key} draft={draft} />}
      {sorted === undefined && <p class="soft">{shell.loading}</p>}
      {sorted?.length === 0 && draft === undefined && <p class="soft">{w.empty}</p>}
      <ul class="notes">
        {sorted?.map((note) => (
          <li key={note.id}>
            <NoteCard note={note} remove={() => remove(note)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const adding = target('add note')

function remove({ id, patientId, version }: Note): void {
  if (!online.value) {
    sayProblem(words.value.shell.offlineWrite)
    return
  }
  leaving.value = new Set([...leaving.value, id])
  const show = () => {
    leaving.value = new Set([...leaving.value].filter((each) => each !== id))
  }
  const act = async () => {
    await api.DELETE('/api/v1/patients/{patientId}/notes/{noteId}', {
      ...at({ patientId, noteId: id }, version),
      keepalive: true,
    })
    notes.paint((all) => all.filter((note) => note.id !== id))
  }
  withUndo(words.value.notes.removed, act, show)
  focusNote()
}
