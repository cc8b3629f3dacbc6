import { type ReadonlySignal, signal } from '@preact/signals'
import { type ChangedKind, whenKindsChanged } from './changes.ts'
import { newest } from './newest.ts'

interface KeptList<T> {
  /** Empty until it is read. A failure leaves the last list: what names its records is poorer then, but true. */
  readonly list: ReadonlySignal<readonly T[]>
  /** Reads the list, unless it is there already. From then on, it is read anew when it changes. */
  readonly need: () => void
}

/** A short list that many screens name things by, such as the chairs. `kind` is what the API calls its records. */
export function keptList<T>(kind: ChangedKind, read: () => Promise<readonly T[]>): KeptList<T> {
  const list = signal<readonly T[]>([])
  let isRead = false
  let isFollowed = false
  const again = newest(
    read,
    (answer) => {
      list.value = answer
    },
    (trouble) => {
      isRead = trouble === undefined
    },
  )
  const need = () => {
    if (!isRead) {
      isRead = true
      void again()
    }
    if (isFollowed) return
    isFollowed = true
    whenKindsChanged([kind], again)
  }
  return { list, need }
}
