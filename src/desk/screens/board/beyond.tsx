import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../base/icon.tsx'
import { words } from '../../words/words.ts'

interface Props {
  /** The element that scrolls. */
  readonly place: RefObject<HTMLElement | null>
  /** The widths of the columns. A changed width starts a new measurement. */
  readonly tracks: string
}

/** A button that shows how many columns lie beyond the right edge. A click scrolls to them. */
export function Beyond({ place, tracks }: Props) {
  const [hidden, setHidden] = useState(0)
  useEffect(() => {
    const element = place.current!
    const measure = () => {
      const edge = element.clientWidth + element.scrollLeft
      const heads = [...element.querySelectorAll<HTMLElement>('.head')]
      // A column counts as seen when at least half of its width is before the right edge.
      setHidden(heads.filter((head) => head.offsetLeft + head.offsetWidth / 2 > edge).length)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [tracks])
  if (hidden === 0) return null
  const says = words.value.board.beyond(hidden)
  const go = () => place.current!.scrollBy({ left: place.current!.clientWidth / 2 })
  return (
    <div class="beyond">
      <button type="button" aria-label={says} title={says} tabIndex={-1} onClick={go}>
        +{hidden}
        <Icon name="right" />
      </button>
    </div>
  )
}
