/** Keeps the data of the practice up to date, on screens that show its settings. */
import { readMe } from '../base/me.ts'
import { whenKindsChanged } from './changes.ts'

/** Reads the settings again whenever they change. Returns the function that ends this. */
export const followPractice = (): (() => void) =>
  whenKindsChanged(['practice'], () => void readMe().catch(() => {}))
