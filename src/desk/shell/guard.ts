/** Asks before a screen with unsaved changes is left for another place of the desk. */
import { guardRoute } from '../base/route.ts'
import { dropUnsaved, hasUnsaved } from '../base/unsaved.ts'
import { closeDialogs } from '../parts/dialog.tsx'
import { askToLeave } from '../parts/leaving.ts'
import { words } from '../words/words.ts'

guardRoute((hash) => {
  if (!hasUnsaved()) {
    closeDialogs()
    return true
  }
  void askToLeave(words.value.shell.leaveText, () => {
    dropUnsaved()
    location.hash = hash
  })
  return false
})
