/** Keeps true what is known of the practice, on screens that show its settings. */
import { readMe } from '../base/me.ts'
import { whenKindsChanged } from './changes.ts'

/** Reads the settings again whenever they change. Answers the end of it. */
export const followPractice = (): (() => void) =>
  whenKindsChanged(['practice'], () => void readMe().catch(() => {}))
