/**
 * The dialogues of entries, and the look at one. They are loaded as one file, since small files compress badly and share
 * much of their code.
 */
import { EntryForm } from './entry-form.tsx'
import { showGlance } from './glance.tsx'
import { MoveDialog } from './move-dialog.tsx'

export const forms = { EntryForm, MoveDialog, showGlance }
