import { Button } from '../../../base/button.tsx'
import { focusWhenDrawn, target } from '../../../base/focus.ts'
import { words } from '../../../words/words.ts'

interface Props {
  /** Distinguishes the row from others. */
  readonly id: string
  readonly name: string
  /** The place of the row among `count`, from 0. */
  readonly at: number
  readonly count: number
  readonly move: (to: number) => void
}

/** The buttons that move a row up and down. */
export function MoveButtons({ id, name, at, count, move }: Props) {
  return (['up', 'down'] as const).map((way) => {
    const to = way === 'up' ? at - 1 : at + 1
    const isAtEnd = to < 0 || to >= count
    const press = () => {
      move(to)
      // When the row moves in the page, its button loses the focus. So the button gets it back.
      focusWhenDrawn(`move ${way} ${id}`)
    }
    return (
      <Button
        key={way}
        kind="quiet"
        ref={target(`move ${way} ${id}`)}
        icon={way}
        label={words.value.settings[way](name)}
        aria-disabled={isAtEnd ? 'true' : undefined}
        onClick={() => !isAtEnd && press()}
      />
    )
  })
}

/** A copy of a list in which one record has moved to another index. */
export const moved = <T,>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
