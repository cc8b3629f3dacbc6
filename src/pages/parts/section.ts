import { messageOf } from './api.ts'
import { button, byId, make, say } from './dom.ts'

/** A section of the account page that is filled from the server. */
export interface Section {
  /** Reads everything from the server again. */
  readonly refresh: () => Promise<void>
  /** Reads everything again after a change in the section, and moves the focus to its heading. */
  readonly changed: () => Promise<void>
}

/** `fill` answers what to show in the section's `.content`. When it fails, the reason and a "Try again" are shown. */
export function section(id: string, fill: () => Promise<readonly Node[]>): Section {
  const place = byId(id).querySelector<HTMLElement>('.content')!
  const refresh = async () => {
    place.ariaBusy = 'true'
    try {
      place.replaceChildren(...(await fill()))
    } catch (error) {
      place.replaceChildren(
        make('p', { className: 'notice', role: 'alert' }, messageOf(error)),
        button('Try again', 'plain', refresh),
      )
    }
    place.ariaBusy = null
  }
  const changed = async () => {
    await refresh()
    byId(id).querySelector<HTMLElement>('h2')!.focus()
  }
  return { refresh, changed }
}

/** A list of records, or the text `none` when there are none. */
export const list = (rows: readonly HTMLElement[], none: string): Node =>
  rows.length > 0
    ? make('ul', { className: 'rows' }, ...rows)
    : make('p', { className: 'soft', textContent: none })

export interface Row {
  readonly title: string
  readonly badges?: readonly string[]
  readonly notes: readonly (readonly (Node | string)[])[]
  readonly actions?: readonly HTMLElement[]
}

/** One record: its name with badges, lines of small print, and its buttons. */
export const row = ({ title, badges = [], notes, actions = [] }: Row): HTMLElement =>
  make(
    'li',
    {},
    make(
      'div',
      { className: 'about' },
      make(
        'p',
        { className: 'title' },
        make('strong', { textContent: title }),
        ...badges.map((text) => make('span', { className: 'badge', textContent: text })),
      ),
      ...notes.map((note) => make('p', { className: 'note' }, ...note)),
    ),
    make('div', { className: 'actions' }, ...actions),
  )

/** A small button of a row. Its name for screen readers includes the record that it belongs to. */
export function action(label: string, of: string, act: () => unknown): HTMLButtonElement {
  const made = button(label, 'small quiet', () => tellTrouble(act))
  made.ariaLabel = `${label}: ${of}`
  return made
}

/** Does something, and tells why when it fails. */
export async function tellTrouble(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch (error) {
    say(messageOf(error), 'trouble')
  }
}
