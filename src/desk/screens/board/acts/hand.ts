/**
 * The hand: the state of what the user is doing on the board, such as dragging an entry. Every press, key and click is
 * an event, and `next` returns the hand after the event. Pure: nothing here draws, reads the page or sends.
 */
import type { DayEntry } from '../../../contract/names.ts'
import type { Column } from '../column.ts'
import { type Hold, type Place, rowAt, stepped, within } from './place.ts'

/** A pointer that is down on a card, or on free time, and may become a drag. */
export interface Press {
  /** Undefined on free time. */
  readonly entry: DayEntry | undefined
  /** The place of the entry, or the row that was pressed. */
  readonly start: Place
  readonly hold: Hold
  /** The instant of the column that was under the pointer when it went down. */
  readonly grabbed: number
  readonly touch: boolean
  /** Where the pointer went down, in pixels. */
  readonly x: number
  readonly y: number
}

export type Hand =
  /** `clickFollows`: a drag has ended. The browser sends one more click after a drag, which must be ignored. */
  | { readonly is: 'empty'; readonly clickFollows?: boolean }
  | ({ readonly is: 'pressed' } & Press)
  | ({ readonly is: 'drag'; readonly place: Place } & Press)
  /** An entry that keys or the pointer move until it is dropped. */
  | { readonly is: 'carry'; readonly entry: DayEntry; readonly place: Place }
  /** A mark on free time. */
  | { readonly is: 'mark'; readonly place: Place }
  /** The first of two entries that change places. */
  | { readonly is: 'swap'; readonly entry: DayEntry }

export type HandEvent =
  /** A pointer goes down anywhere on the board. A `press` follows when something can be dragged there. */
  | { readonly is: 'down' }
  | { readonly is: 'press'; readonly press: Press }
  | { readonly is: 'pointer'; readonly x: number; readonly y: number }
  | { readonly is: 'long press' }
  /** The place under the pointer of a drag. */
  | { readonly is: 'lead'; readonly place: Place }
  | { readonly is: 'take up'; readonly entry: DayEntry; readonly place: Place }
  | { readonly is: 'mark'; readonly place: Place }
  | { readonly is: 'swap'; readonly entry: DayEntry }
  | { readonly is: 'key'; readonly key: string; readonly shift: boolean; readonly columns: readonly Column[] }
  /** The pointer moves to an instant of a column. An entry that was taken up follows. */
  | { readonly is: 'hover'; readonly column: Column; readonly at: number }
  | { readonly is: 'other days' }
  | { readonly is: 'let go' }

export const empty: Hand = { is: 'empty' }

/** A pointer that moves less than this distance does not drag, in pixels. */
const tremblePx = 6
/** A finger is less steady than a mouse. When it moves further before the long press, it scrolls. In pixels. */
const fingerTremblePx = 10

/** Returns the hand after an event. An event that changes nothing returns the same object. */
export function next(hand: Hand, event: HandEvent): Hand {
  switch (event.is) {
    case 'down':
      return hand.is === 'empty' && hand.clickFollows ? empty : hand
    case 'press':
      return hand.is === 'empty' ? { is: 'pressed', ...event.press } : hand
    case 'pointer': {
      if (hand.is !== 'pressed') return hand
      const far = Math.hypot(event.x - hand.x, event.y - hand.y)
      if (hand.touch) return far > fingerTremblePx ? empty : hand
      return far >= tremblePx ? begun(hand) : hand
    }
    case 'long press':
      return hand.is === 'pressed' ? begun(hand) : hand
    case 'lead':
      return hand.is === 'drag' ? at(hand, event.place) : hand
    case 'take up':
      return isDown(hand) ? hand : { is: 'carry', entry: event.entry, place: event.place }
    case 'mark':
      return isDown(hand) ? hand : { is: 'mark', place: event.place }
    case 'swap':
      return isDown(hand) ? hand : { is: 'swap', entry: event.entry }
    case 'key':
      if (hand.is !== 'carry' && hand.is !== 'mark') return hand
      return at(hand, stepped(hand.place, event.columns, event.key, event.shift) ?? hand.place)
    case 'hover': {
      if (hand.is !== 'carry') return hand
      const { column } = event
      const from = rowAt(column.grid, event.at)
      if (from === hand.place.from && column.key === hand.place.column) return hand
      const length = hand.place.to - hand.place.from
      return at(hand, within(column.grid, { column: column.key, from, to: 0 }, length))
    }
    // A dragged entry stays in the hand when the board shows another day. Everything else is let go.
    case 'other days':
      return isDown(hand) || hand.is === 'empty' ? hand : empty
    case 'let go':
      if (hand.is === 'empty') return hand
      return hand.is === 'drag' ? { is: 'empty', clickFollows: true } : empty
  }
}

const begun = (press: Hand & { is: 'pressed' }): Hand => ({ ...press, is: 'drag', place: press.start })

const isDown = ({ is }: Hand): boolean => is === 'pressed' || is === 'drag'

function at<H extends Hand & { readonly place: Place }>(hand: H, place: Place): H {
  const { column, from, to } = hand.place
  return place.column === column && place.from === from && place.to === to ? hand : { ...hand, place }
}
