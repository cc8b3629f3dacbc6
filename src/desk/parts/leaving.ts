import { words } from '../words/words.ts'
import { askFirst } from './ask-first.tsx'

let standing: Promise<boolean> | undefined
let newest: () => void

/**
 * Asks before unsaved text is left, and calls `act` when the person agrees. Resolves with whether the person agreed.
 * There is only one question at a time. If this is called again meanwhile, the newest `act` counts.
 */
export function askToLeave(text: string, act: () => void): Promise<boolean> {
  const { leaveTitle, leaveVerb, keepVerb } = words.value.shell
  newest = act
  standing ??= askFirst({
    title: leaveTitle,
    text: [text],
    verb: leaveVerb,
    cancel: keepVerb,
    danger: true,
    act: () => newest(),
  }).finally(() => {
    standing = undefined
  })
  return standing
}

/**
 * Asks before a dialog with unsaved changes is closed: `<Dialog {...leaving(() => changed, close)}>`. `text` says what
 * is lost.
 */
export function leaving(isUnsaved: () => boolean, close: () => void, text?: string) {
  const mayClose = (): boolean => {
    if (!isUnsaved()) return true
    void askToLeave(text ?? words.value.shell.leaveDialogText, close)
    return false
  }
  return { close, isUnsaved, mayClose }
}
