import { words } from '../words/words.ts'
import { askFirst } from './ask-first.tsx'

/**
 * Asks before a dialog is closed while something in it was not saved: `<Dialog {...leaving(() => changed, close)}>`. `text`
 * says what is lost.
 */
export function leaving(isUnsaved: () => boolean, close: () => void, text?: string) {
  const mayClose = (): boolean => {
    if (!isUnsaved()) return true
    const { leaveTitle, leaveVerb, leaveDialogText } = words.value.shell
    void askFirst({
      title: leaveTitle,
      text: [text ?? leaveDialogText],
      verb: leaveVerb,
      danger: true,
      act: close,
    })
    return false
  }
  return { close, isUnsaved, mayClose }
}
