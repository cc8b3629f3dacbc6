import { openLater } from '../../../parts/dialog.tsx'

/** Opens the search for appointments, and loads its code first. */
export const openFind = (): void =>
  void openLater(async () => {
    const { FindDialog } = (await import('../acts/forms.ts')).forms
    return (close) => <FindDialog close={close} />
  })
