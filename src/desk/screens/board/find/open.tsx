import { openLater } from '../../../parts/dialog.tsx'

/** Opens the search among appointments. Its code is loaded then. */
export const openFind = (): void =>
  void openLater(async () => {
    const { FindDialog } = (await import('../acts/forms.ts')).forms
    return (close) => <FindDialog close={close} />
  })
