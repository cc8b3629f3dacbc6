/** A note, or its editor while somebody writes. */
import { api, at } from '../../api/api.ts'
import { requireOnline } from '../../api/require-online.ts'
import { Button } from '../../base/button.tsx'
import { target } from '../../base/focus.ts'
import { Icon } from '../../base/icon.tsx'
import { zone } from '../../base/me.ts'
import { sayWhen } from '../../base/time/say.ts'
import { sayTrouble } from '../../base/toasts.tsx'
import type { Note } from '../../contract/names.ts'
import { memberName } from '../../live/known-names.ts'
import { words } from '../../words/words.ts'
import { beginDraft, changeNote, drafts } from './note-drafts.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteVersions } from './note-versions.tsx'
import { paintNote, readNotes } from './state.ts'

export function NoteCard({ note, remove }: { readonly note: Note; readonly remove: () => void }) {
  const { notes: w } = words.value
  const draft = drafts.value.get(note.id)
  if (draft) return <NoteEditor id={note.id} draft={draft} />
  const { title, body, isNext, createdAt, createdBy, revisions } = note
  return (
    <article class={`note${isNext ? ' next' : ''}`}>
      {isNext && (
        <p class="note-next">
          <Icon name="star" /> {w.next}
        </p>
      )}
      {title !== null && <h3>{title}</h3>}
      <p class="note-body">{body}</p>
      <footer class="note-foot">
        <span class="soft number">
          {[memberName(createdBy), sayWhen(createdAt, zone(), 'dated')].filter(Boolean).join(' · ')}
        </span>
        <span class="note-acts">
          <Button
            kind="quiet"
            icon="star"
            label={w.markNext}
            aria-pressed={isNext}
            onClick={() => void amend(note, { isNext: !isNext })}
          />
          <Button
            kind="quiet"
            icon="pen"
            ref={target(`edit note ${note.id}`)}
            label={w.edit}
            onClick={() => beginDraft(note.id, note.patientId, note)}
          />
          <Button kind="quiet" icon="bin" label={w.remove} onClick={remove} />
        </span>
      </footer>
      {revisions.length > 0 && <NoteVersions note={note} restore={(text) => void amend(note, text)} />}
    </article>
  )
}

/** Changes a note. The page shows the change at once, and takes it back when the server refuses. */
async function amend(
  note: Note,
  changes: { readonly title?: string | null; readonly body?: string; readonly isNext?: boolean },
): Promise<void> {
  try {
    requireOnline()
    paintNote({ ...note, ...changes })
    const { patientId, id: noteId, version } = note
    await changeNote(noteId, () =>
      api.PATCH('/api/v1/patients/{patientId}/notes/{noteId}', {
        ...at({ patientId, noteId }, version),
        body: changes,
      }),
    )
  } catch (error) {
    paintNote(note)
    sayTrouble(error)
    await readNotes()
  }
}
