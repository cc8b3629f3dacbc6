/** The editor of a note. The editor saves automatically after a pause, or when the user leaves it. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { controlsIn, focusWhenDrawn } from '../../base/focus.ts'
import { Icon } from '../../base/icon.tsx'
import { changedBy } from '../../live/changed-by.ts'
import { Field, sayTheirs } from '../../parts/field.tsx'
import { Box } from '../../parts/tick.tsx'
import { words } from '../../words/words.ts'
import {
  drafts,
  dropDraft,
  isContested,
  isUnsaved,
  keepMine,
  leaveDraft,
  type NoteDraft,
  saveDraft,
  typeNote,
} from './note-drafts.ts'
import { Difference } from './note-versions.tsx'

export function NoteEditor({ id, draft }: { readonly id: string; readonly draft: NoteDraft }) {
  const { notes: w } = words.value
  const own = useRef<HTMLFieldSetElement>(null)
  const { text, note } = draft
  const noteId = note?.id
  // The cursor moves into the text before anybody can type.
  useLayoutEffect(() => {
    const field = controlsIn(own.current!, 'textarea')[0] as HTMLTextAreaElement
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [])
  useEffect(() => () => void leaveDraft(id), [])
  useEffect(text.follow, [note?.version])
  const onFocusOut = ({ relatedTarget, target }: FocusEvent) => {
    // When the whole window loses the focus, its active element stays. `note-drafts.ts` saves when the page is hidden.
    // An editor that was closed has already saved.
    const isLeft =
      own.current !== null &&
      !own.current.contains(relatedTarget as Node | null) &&
      document.activeElement !== target
    if (isLeft) void saveDraft(id)
  }
  const done = async (leave: () => unknown) => {
    await leave()
    if (!drafts.value.has(id)) focusNote(noteId)
  }
  const asks = note !== undefined && isContested(draft)
  return (
    <fieldset
      class="note editor"
      aria-label={noteId === undefined ? w.add : w.edit}
      ref={own}
      onFocusOut={onFocusOut}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void done(() => leaveDraft(id))
      }}
    >
      <Field label={w.heading} hint={sayTheirs(text.theirs('title'), changedBy(id))} optional>
        {(its) => (
          <input
            {...its}
            type="text"
            maxLength={200}
            autocomplete="off"
            value={text.fields.title}
            onInput={({ currentTarget: { value } }) => typeNote(id, { title: value })}
          />
        )}
      </Field>
      <Field label={w.body}>
        {(its) => (
          <textarea
            {...its}
            rows={5}
            maxLength={100_000}
            value={text.fields.body}
            onInput={({ currentTarget: { value } }) => typeNote(id, { body: value })}
          />
        )}
      </Field>
      {asks && (
        <div class="contested" role="alert">
          <p>{w.contested(changedBy(id))}</p>
          <Difference older={note.body} newer={text.fields.body} />
          <p class="form-actions">
            <Button onClick={() => text.drop()}>{w.takeTheirs}</Button>
            <Button kind="primary" onClick={() => void keepMine(id)}>
              {w.keepMine}
            </Button>
          </p>
        </div>
      )}
      <div class="editor-foot">
        <Box label={w.markNext} checked={text.fields.isNext} change={(isNext) => typeNote(id, { isNext })} />
        <Saved draft={draft} />
        <span class="form-actions">
          {isUnsaved(draft) && <Button onClick={() => void done(() => dropDraft(id))}>{w.discard}</Button>}
          <Button kind={asks ? 'plain' : 'primary'} onClick={() => void done(() => leaveDraft(id))}>
            {w.done}
          </Button>
        </span>
      </div>
    </fieldset>
  )
}

/** Moves the focus to a note, or to the button that begins a new note. */
export const focusNote = (noteId?: string): void =>
  focusWhenDrawn(...(noteId === undefined ? [] : [`edit note ${noteId}` as const]), 'add note')

/** Shows whether the text is saved, is being saved, or could not be saved. */
function Saved({ draft }: { readonly draft: NoteDraft }) {
  const { notes: w } = words.value
  const { busy, problem } = draft.text
  if (problem !== '' && !isContested(draft))
    return (
      <p class="error" role="alert">
        <Icon name="alert" /> {problem}
      </p>
    )
  const text = busy ? w.saving : isUnsaved(draft) ? w.willSave : draft.note ? w.saved : ''
  return (
    <p class="hint" role="status">
      {text}
    </p>
  )
}
