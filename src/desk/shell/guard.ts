/** Asks before a screen with unsaved changes is left for another place of the desk. */
import { askFirst } from '../parts/ask-first.tsx'
import { closeDialogs } from '../parts/dialog.tsx'
import { words } from '../words/words.ts'
import { guardRoute } from './route.ts'
import { dropUnsaved, hasUnsaved } from './unsaved.ts'

guardRoute((hash) => {
  if (!hasUnsaved()) {
    closeDialogs()
    return true
  }
  const { shell } = words.value
  void askFirst({
    title: shell.leaveTitle,
    text: [shell.leaveText],
    verb: shell.leaveVerb,
    danger: true,
    act: dropUnsaved,
  }).then((done) => {
    if (done) location.hash = hash
  })
  return false
})
