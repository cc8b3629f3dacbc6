/** Records in an order that an owner chooses, such as the chairs. */
import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { announce } from '../../../base/announce.tsx'
import { sayTrouble } from '../../../base/toasts.tsx'
import { words } from '../../../words/words.ts'
import { ColorDot } from './color-choice.tsx'
import { MoveButtons, moved } from './move-buttons.tsx'
import { EditButton, RecordRow, Records } from './record-list.tsx'

interface Placed {
  readonly id: string
  readonly name: string
  readonly color: string | null
  readonly version: number
  readonly position: number
}

/** The order of some records while it is being saved. */
interface Ordering<T extends Placed> {
  /** The order that is being saved. The page shows this order at once. */
  readonly moved: Signal<readonly T[] | undefined>
  /** Resolves when the last order is saved. The promise's value is the records as they were saved. */
  saving: Promise<readonly T[]>
  readonly savePosition: (record: T, position: number) => Promise<T>
}

/** Makes the state of an order. `savePosition` saves the position of one record, and resolves to the saved record. */
export const ordering = <T extends Placed>(savePosition: Ordering<T>['savePosition']): Ordering<T> => ({
  moved: signal(undefined),
  saving: Promise.resolve([]),
  savePosition,
})

interface Props<T extends Placed> {
  readonly order: Ordering<T>
  /** The records as they are saved, in order. */
  readonly saved: readonly T[]
  /** The text when there are no records. */
  readonly none: string
  /** Returns the elements after the name, such as badges. */
  readonly about: (record: T) => ComponentChildren
  readonly edit: (record: T) => void
  /** Reads the saved records again. */
  readonly again: () => Promise<void>
}

/** The records in their order, each with buttons that move and change it. */
export function OrderedRows<T extends Placed>({ order, saved, none, about, edit, again }: Props<T>) {
  const { settings } = words.value
  const records = order.moved.value ?? saved
  const move = (from: number, to: number) => {
    const next = moved(records, from, to)
    order.moved.value = next
    announce(settings.movedTo(next[to]!.name, to + 1, next.length))
    order.saving = order.saving.then(async (before) => {
      // After a second press, there is a newer order. The newer order is saved instead of this one.
      if (order.moved.value !== next) return before
      const done = await saveOrder(order, next, before).catch(sayTrouble)
      await again()
      if (order.moved.value === next) order.moved.value = undefined
      return done ?? before
    })
  }
  return (
    <Records none={none} ordered>
      {records.map((record, i) => (
        <RecordRow
          key={record.id}
          name={record.name}
          mark={<ColorDot color={record.color} />}
          about={about(record)}
        >
          <MoveButtons
            id={record.id}
            name={record.name}
            at={i}
            count={records.length}
            move={(to) => move(i, to)}
          />
          <EditButton label={settings.editOf(record.name)} edit={() => edit(record)} />
        </RecordRow>
      ))}
    </Records>
  )
}

/**
 * Saves each record's index as its position. Records with the right position are not sent. `before` are the records as
 * the desk saved them last, which may be newer than the list on the page. Resolves to the saved records.
 * @throws Failure.
 */
async function saveOrder<T extends Placed>(
  { savePosition }: Ordering<T>,
  order: readonly T[],
  before: readonly T[],
): Promise<readonly T[]> {
  const saved: T[] = []
  for (const [position, shown] of order.entries()) {
    const record = before.find(({ id, version }) => id === shown.id && version > shown.version) ?? shown
    saved.push(position === record.position ? record : await savePosition(record, position))
  }
  return saved
}
