/**
 * The dialogues of entries. The dialogues are loaded as one file, since small files compress badly and share much of their
 * code.
 */
import { EntryForm } from './entry-form.tsx'
import { MoveDialog } from './move-dialog.tsx'

export const forms = { EntryForm, MoveDialog }
