import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { words } from '../../words/words.ts'

/** What the dialogue needs to know of an appointment. */
export interface Cancellable {
  readonly id: string
  readonly version: number
}

/** Asks why an appointment is cancelled, and cancels it. Resolves with whether it was. */
export async function openCancel(_entry: Cancellable): Promise<boolean> {
  await openDialog((close) => (
    <Dialog title={words.value.shell.cancel} close={close}>
      <p />
    </Dialog>
  ))
  return false
}
