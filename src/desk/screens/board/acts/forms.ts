/**
 * The dialogues of entries. The dialogues are loaded as one file, since small files compress badly and share much of their
 * code.
 */
import { BlockDialog } from './block-dialog.tsx'
import { EntryForm } from './entry-form.tsx'
import { MoveDialog } from './move-dialog.tsx'

export const forms = { BlockDialog, EntryForm, MoveDialog }
