import { hrefOf } from '../../base/route.ts'
import { words } from '../../words/words.ts'

/** A link to the checklist, for a screen that is empty because nothing is set up yet. Meant for owners. */
export const ChecklistLink = () => <a href={hrefOf('settings')}>{words.value.shell.checklistLink}</a>
