import type { InboxItem } from '../../contract/names.ts'
import { nameOf } from '../../parts/patient/name.ts'
import { words } from '../../words/words.ts'
import { isShared, sayNames } from './gaps.ts'

interface Props {
  readonly item: InboxItem
  readonly fit: NonNullable<InboxItem['fit']>
  /** All items that may be about the same free time. */
  readonly among: readonly InboxItem[]
}

/** Names the other patients for whom the same free time, or a part of it, fits. Only one of them can be booked. */
export function AlsoOffered({ item, fit, among }: Props) {
  const others = among.filter((other) => other.recordId !== item.recordId && isShared(fit, other.fit))
  if (others.length === 0) return null
  return <span class="badge caution">{words.value.waiting.fitsToo(sayNames(others.map(nameOf)))}</span>
}
