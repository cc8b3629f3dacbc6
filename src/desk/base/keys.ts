/** The keys that work anywhere on a screen. The help sheet lists them. */
import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { words } from '../words/words.ts'
import { offeredNext, say } from './toasts.tsx'

export interface Key {
  /** The key as `KeyboardEvent.key` names it, such as `/` or `n`, with letters in lower case. */
  readonly key: string
  /** The part of the help sheet that lists the key. */
  readonly room: string
  /** The words in the help sheet about the effect of the key. */
  readonly says: string
  /** Left out for a key that a screen handles by itself; such a key is only listed. */
  readonly run?: (event: KeyboardEvent) => void
  /** Whether `run` is called again while the key is held down. Left out for a key that changes something. */
  readonly repeats?: boolean
}

/** The key of an event. Caps Lock changes no letter. */
export const keyOf = ({ key, shiftKey }: KeyboardEvent): string =>
  key.length === 1 && !shiftKey ? key.toLowerCase() : key

type Keys = () => readonly Key[]

const groups = signal<readonly Keys[]>([])

/** Every key that works now. */
export const keysOfNow = (): readonly Key[] => groups.value.flatMap((keys) => keys())

/**
 * Makes keys work as long as the component is on the screen: `useKeys(() => [...])`. Only the first `keys` are used.
 * The keys work as soon as the component is drawn, so that no key of a quick person is lost.
 */
export const useKeys = (keys: Keys): void =>
  useLayoutEffect(() => {
    groups.value = [...groups.value, keys]
    return () => {
      groups.value = groups.value.filter((each) => each !== keys)
    }
  }, [])

/** What gets the keys instead of the screen: a dialog, or a dialog whose code is still being loaded. */
type TakenBy = 'dialog' | 'loading'

let takenBy = (): TakenBy | undefined => undefined

/** Sets the function that finds out whether something else gets the keys. */
export function whenKeysAreTaken(by: typeof takenBy): void {
  takenBy = by
}

type Pressed = Pick<Key, 'key' | 'run' | 'repeats'>

/** The key that did something last. A person may press it again, because its effect is not visible yet. */
let last: string | undefined

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (isTyping(event.target)) return
  const pressed = keyOf(event)
  const works = ({ key, run }: Pressed) => run !== undefined && key === pressed
  // A message can be shown in a dialog, too, and its offer is about the last act. So the key of the offer comes first.
  const offer: Pressed | undefined = offeredNext()
  const isOffer = offer !== undefined && works(offer)
  const taken = isOffer ? undefined : takenBy()
  if (taken === 'dialog') return
  const found = isOffer ? offer : keysOfNow().findLast(works)
  if (found === undefined) return
  if (taken === 'loading') {
    if (!event.repeat && pressed !== last) say(words.value.shell.keyTooEarly)
    return
  }
  event.preventDefault()
  if (event.repeat && !found.repeats) return
  last = pressed
  found.run!(event)
})

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
