import { useState } from 'preact/hooks'
import { Button } from '../base/button.tsx'

interface Props {
  readonly says: string
  /** Shows some more items. It does not throw. */
  readonly more: () => Promise<void>
}

/** The button below a list that has more items. It reads more items, once at a time. */
export function More({ says, more }: Props) {
  const [busy, setBusy] = useState(false)
  const read = async () => {
    setBusy(true)
    await more()
    setBusy(false)
  }
  return (
    <Button kind="quiet" busy={busy} onClick={() => void read()}>
      {says}
    </Button>
  )
}
