import type { ComponentType } from 'preact'
import { later } from '../shell/later.tsx'
import { isOwner } from '../shell/me.ts'
import { hrefOf, route } from '../shell/route.ts'
import { words } from '../words/words.ts'

interface SettingsPage {
  /** The second piece of the place. */
  readonly place: string
  readonly name: () => string
  /** Whether only owners see it. */
  readonly owners: boolean
  readonly draw: ComponentType
}

const pages: readonly SettingsPage[] = [
  {
    place: 'people',
    name: () => words.value.people.title,
    owners: true,
    draw: later(async () => (await import('./people/people.tsx')).People),
  },
  {
    place: 'security',
    name: () => words.value.security.title,
    owners: false,
    draw: later(async () => (await import('./security/security.tsx')).Security),
  },
]

export function Settings() {
  const seen = pages.filter(({ owners }) => !owners || isOwner())
  const page = seen.find(({ place }) => place === route.value[1]) ?? seen[0]!
  return (
    <div class="page settings">
      <h1>{words.value.settings.title}</h1>
      <nav aria-label={words.value.settings.title}>
        <ul>
          {seen.map(({ place, name }) => (
            <li key={place}>
              <a href={hrefOf('settings', place)} aria-current={place === page.place ? 'page' : undefined}>
                {name()}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <page.draw key={page.place} />
    </div>
  )
}
