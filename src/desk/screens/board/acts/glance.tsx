/**
 * The look: a popup about an entry, beside its card. The focus stays on the card, so the keys of the card work. Tab
 * moves the focus into the popup. Escape or a click elsewhere closes the popup. The popup follows the focus to another
 * card.
 */
import { computed } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../../../base/announce.tsx'
import { Button } from '../../../base/button.tsx'
import { controlsIn, focusOn } from '../../../base/focus.ts'
import { zone } from '../../../base/me.ts'
import { saySpan } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { cardOf } from '../../../parts/show-entry.ts'
import { isolated } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'
import { chooseStep } from './choose-step.ts'
import { EntryPerson } from './entry-person.tsx'
import { hand } from './holding.ts'
import { nameOf } from './names.ts'
import { nextStep } from './next-step.ts'

interface How {
  /** Whether a resting mouse opened the look. Then the look closes when the mouse leaves. */
  readonly peeks: boolean
  /** Opens the dialogue of an entry. */
  readonly open: (entry: DayEntry) => unknown
}

interface Look extends How {
  readonly id: string
}

let host: HTMLElement | undefined
let shown: Look | undefined
/** Whether nobody is moving, marking or swapping anything. */
const isFree = computed(() => ['empty', 'pressed'].includes(hand.value.is))

/** A press on the card can close the look before the click comes. That click must not open the look again. */
let pressedAway: { readonly id: string; readonly at: number } | undefined
const clickMs = 500

/** Shows the look at an entry. A second call for the same entry closes the look. */
export function showGlance({ id }: DayEntry, card: HTMLElement, how: How): void {
  const { peeks } = how
  if (!card.isConnected || !isFree.peek()) return
  if (peeks && (!card.matches(':hover') || document.querySelector(':popover-open, dialog[open]'))) return
  const isBack = pressedAway?.id === id && performance.now() - pressedAway.at < clickMs
  pressedAway = undefined
  if (isBack || (shown?.id === id && !shown.peeks)) close()
  else draw({ id, ...how })
}

function draw(look: Look | undefined): void {
  shown = look
  if (host === undefined) {
    host = document.createElement('section')
    document.body.append(host)
  }
  render(look === undefined ? null : <Glance key={look.id} {...look} />, host)
}

const close = (): void => draw(undefined)

function Glance(look: Look) {
  const { id } = look
  const ref = useRef<HTMLDivElement>(null)
  const entry = entryOf(id)
  const isGone = entry === undefined || !isFree.value
  useEffect(() => {
    if (isGone) close()
  }, [isGone])
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return
    box.showPopover()
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'closed') return
      if (shown?.id === id) close()
    }
    box.addEventListener('toggle', closed)
    const grown = new ResizeObserver(() => stand(box, id))
    grown.observe(box)
    const stop = listen(box, look)
    return () => {
      box.removeEventListener('toggle', closed)
      grown.disconnect()
      stop()
    }
  }, [])
  if (entry === undefined) return null
  const { acts } = words.value
  const step = nextStep(entry)
  const open = () => {
    close()
    void look.open(entry)
  }
  return (
    <div
      ref={ref}
      popover="auto"
      class="popup glance"
      role="dialog"
      aria-label={nameOf(entry)}
      data-glance={id}
    >
      <header>
        <strong>{nameOf(entry)}</strong>
        <span class="soft number">
          {[
            saySpan(entry.startAt, entry.endAt, zone()),
            entry.patient && entry.title && isolated(entry.title),
            entry.practitioner?.name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </header>
      <EntryPerson entry={entry} known={announce} />
      {entry.notes && <p class="entry-note soft">{entry.notes}</p>}
      <footer class="act-row">
        {step && (
          <Button
            kind="primary"
            onClick={() => {
              close()
              focusOn(`card ${id}`)
              void chooseStep(entry, step)
            }}
          >
            {acts.steps[step]}
          </Button>
        )}
        <Button kind={step ? 'plain' : 'primary'} onClick={open}>
          {acts.open}
        </Button>
      </footer>
    </div>
  )
}

const gap = 8

/** Puts the look beside the card when there is room, else below or above. On a phone, the look is at the bottom. */
function stand(box: HTMLElement, id: string): void {
  const card = cardOf(id)?.getBoundingClientRect()
  if (card === undefined) return
  const { offsetWidth: width, offsetHeight: height } = box
  const isBeside = card.right + gap + width + gap <= innerWidth || card.left - gap - width >= gap
  const left = !isBeside
    ? Math.min(card.left, innerWidth - width - gap)
    : card.right + gap + width + gap <= innerWidth
      ? card.right + gap
      : card.left - gap - width
  const isBelow = card.bottom + gap + height <= innerHeight - gap
  const top = isBeside ? card.top : isBelow ? card.bottom + gap : card.top - gap - height
  const within = Math.max(gap, Math.min(top, innerHeight - height - gap))
  box.style.setProperty('--left', `${Math.max(gap, left)}px`)
  box.style.setProperty('--top', `${within}px`)
}

/** How long the mouse may be outside on its way from the card to the look, in milliseconds. */
const awayMs = 300

/** Follows the focus, the mouse and the scrolling while the look is shown. Returns a function that stops following. */
function listen(box: HTMLElement, look: Look): () => void {
  const { id, peeks } = look
  const looking = new AbortController()
  const { signal } = looking
  const on = <K extends keyof DocumentEventMap>(name: K, run: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, run, { signal, capture: true })
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && (box.contains(target) || cardOf(id)?.contains(target) === true)
  on('focusin', ({ target }) => {
    const other = (target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset.entry
    // When a card is removed, the focus moves to another card. The look does not follow then, but closes with its card.
    if (other !== undefined && other !== id && !peeks && cardOf(id) !== null) draw({ ...look, id: other })
  })
  on('pointerdown', ({ target }) => {
    if (!peeks && cardOf(id)?.contains(target as Node)) pressedAway = { id, at: performance.now() }
  })
  on('scroll', ({ target }) => {
    if (!box.contains(target as Node)) close()
  })
  on('keydown', (event) => {
    if (event.key !== 'Tab') return
    const buttons = controlsIn(box)
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const card = cardOf(id)
    if (document.activeElement === card && !event.shiftKey) buttons[0]?.focus()
    else if (at === 0 && event.shiftKey) card?.focus()
    else {
      // From the last button, Tab moves the focus to the element after the card.
      if (at === buttons.length - 1 && !event.shiftKey) {
        card?.focus()
        close()
      }
      return
    }
    event.preventDefault()
  })
  if (peeks) {
    let timer: ReturnType<typeof setTimeout> | undefined
    on('pointerover', ({ target }) => {
      clearTimeout(timer)
      if (!isInside(target)) timer = setTimeout(close, awayMs)
    })
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  return () => looking.abort()
}
