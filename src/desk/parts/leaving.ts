import { words } from '../words/words.ts'
import { askFirst } from './ask-first.tsx'

let standing: Promise<boolean> | undefined
let newest: () => void

/**
 * Asks before something is left that was not saved, and runs `act` when the person agrees. Answers whether they did. There
 * is one question at a time. Where the person goes somewhere else meanwhile, it leads there.
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
 * Asks before a dialog is closed while something in it was not saved: `<Dialog {...leaving(() => changed, close)}>`. `text`
 * says what is lost.
 */
export function leaving(isUnsaved: () => boolean, close: () => void, text?: string) {
  const mayClose = (): boolean => {
    if (!isUnsaved()) return true
    void askToLeave(text ?? words.value.shell.leaveDialogText, close)
    return false
  }
  return { close, isUnsaved, mayClose }
}
