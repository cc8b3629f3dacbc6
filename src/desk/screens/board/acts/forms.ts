/** The dialogues of entries. They are loaded as one, since small files compress badly and share much of their code. */
import { BlockDialog } from './block-dialog.tsx'
import { EntryForm } from './entry-form.tsx'
import { MoveDialog } from './move-dialog.tsx'

export const forms = { BlockDialog, EntryForm, MoveDialog }
