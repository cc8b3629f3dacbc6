import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { focusFirst } from '../../base/focus.ts'
import { date } from '../../live/shown-days.ts'
import { words } from '../../words/words.ts'
import { forms, needForms } from './acts/dialogs.tsx'
import { monthAt } from './view.ts'

/** Opens the month of the shown day, or closes it. */
export const toggleMonth = (): void => {
  needForms()
  monthAt.value = monthAt.value === null ? date.value : null
}

/** The button that opens a month, in which one can choose any day. */
export function MonthButton() {
  const place = useRef<HTMLDivElement>(null)
  const isOpen = monthAt.value !== null
  const Month = forms.value?.Month
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: Event) => place.current!.contains(target as Node) || toggleMonth()
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  const close = () => {
    monthAt.value = null
    focusFirst(place.current)
  }
  return (
    <div
      class="month-place"
      ref={place}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget !== null && !place.current!.contains(relatedTarget as Node)) monthAt.value = null
      }}
    >
      <Button
        icon="day"
        label={words.value.board.month}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={toggleMonth}
      />
      {monthAt.value !== null && Month && <Month of={monthAt.value} close={close} />}
    </div>
  )
}
