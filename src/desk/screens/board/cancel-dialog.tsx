import { openLater } from '../../parts/dialog.tsx'
import type { Cancellable } from './acts/remove.ts'

/** Asks why an appointment is cancelled, and cancels it. Resolves to whether the appointment was cancelled. */
export async function openCancel(entry: Cancellable): Promise<boolean> {
  let done = false
  await openLater(async () => {
    const { CancelForm } = await import('./acts/cancel-form.tsx')
    return (close) => (
      <CancelForm
        entry={entry}
        close={close}
        cancelled={() => {
          done = true
        }}
      />
    )
  })
  return done
}
