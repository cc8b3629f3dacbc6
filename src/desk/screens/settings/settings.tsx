/** The frame of the settings: the list of their pages, and the page that is open. */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../../base/icon.tsx'
import { later } from '../../base/later.tsx'
import { isOwner, readMe } from '../../base/me.ts'
import { hrefOf, route } from '../../base/route.ts'
import { whenKindsChanged } from '../../live/changes.ts'
import { words } from '../../words/words.ts'
import { Checklist } from './checklist.tsx'
import { ServiceBadge } from './service/badge.tsx'

interface SettingsPage {
  /** What stands behind `#/settings/`. */
  readonly place: string
  readonly name: () => string
  /** Whether only owners see the page. */
  readonly owners: boolean
  readonly draw: ComponentType
  /** What stands beside the name in the list. */
  readonly badge?: ComponentType
  /** Whether a group of pages begins with it. */
  readonly parted?: boolean
}

const pages: readonly SettingsPage[] = [
  {
    place: 'practice',
    name: () => words.value.settings.practice,
    owners: true,
    draw: later(async () => (await import('./practice/practice.tsx')).PracticePage),
  },
  {
    place: 'chairs',
    name: () => words.value.settings.chairs,
    owners: true,
    draw: later(async () => (await import('./chairs/chairs.tsx')).ChairsPage),
  },
  {
    place: 'closures',
    name: () => words.value.settings.closures,
    owners: false,
    draw: later(async () => (await import('./closures/closures.tsx')).ClosuresPage),
  },
  {
    place: 'reminders',
    parted: true,
    name: () => words.value.settings.reminders,
    owners: true,
    draw: later(async () => (await import('./reminders/reminders.tsx')).RemindersPage),
  },
  {
    place: 'texts',
    name: () => words.value.settings.texts,
    owners: true,
    draw: later(async () => (await import('./texts/texts.tsx')).TextsPage),
  },
  {
    place: 'statuses',
    parted: true,
    name: () => words.value.settings.statuses,
    owners: true,
    draw: later(async () => (await import('./statuses/statuses.tsx')).StatusesPage),
  },
  {
    place: 'tags',
    name: () => words.value.settings.tags,
    owners: false,
    draw: later(async () => (await import('./tags/tags.tsx')).TagsPage),
  },
  {
    place: 'own',
    parted: true,
    name: () => words.value.settings.own,
    owners: false,
    draw: later(async () => (await import('./own/own.tsx')).OwnPage),
  },
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
  {
    place: 'developers',
    parted: true,
    name: () => words.value.developers.title,
    owners: false,
    draw: later(async () => (await import('./developers/developers.tsx')).Developers),
  },
  {
    place: 'service',
    name: () => words.value.service.title,
    owners: true,
    badge: ServiceBadge,
    draw: later(async () => (await import('./service/service.tsx')).Service),
  },
  {
    place: 'trail',
    parted: true,
    name: () => words.value.trail.title,
    owners: true,
    draw: later(async () => (await import('./trail/trail.tsx')).Trail),
  },
  {
    place: 'deleted',
    name: () => words.value.deleted.title,
    owners: true,
    draw: later(async () => (await import('./deleted/deleted.tsx')).Deleted),
  },
  {
    place: 'rights',
    name: () => words.value.rights.title,
    owners: true,
    draw: later(async () => (await import('./rights/rights.tsx')).Rights),
  },
]

const isListOpen = signal(false)

export function Settings() {
  const { settings } = words.value
  const shown = pages.filter(({ owners }) => !owners || isOwner())
  const page = pages.find(({ place }) => place === route.value[1]) ?? shown[0]!
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  // Later, the focus would be taken from a hurried person who is in a field already.
  useLayoutEffect(() => {
    isListOpen.value = false
    if (!first.current) heading.current!.focus()
    first.current = false
  }, [page.place])
  useEffect(() => whenKindsChanged(['practice'], () => void readMe().catch(() => {})), [])
  return (
    <div class="settings">
      <nav class={`settings-pages${isListOpen.value ? ' open' : ''}`} aria-label={settings.title}>
        <button
          type="button"
          class="button plain"
          aria-expanded={isListOpen.value}
          onClick={() => {
            isListOpen.value = !isListOpen.value
          }}
        >
          {settings.title}: {page.name()}
          <Icon name="down" />
        </button>
        <ul>
          {shown.map(({ place, name, badge: Badge, parted }) => (
            <li key={place} class={parted ? 'parted' : ''}>
              <a href={hrefOf('settings', place)} aria-current={place === page.place ? 'page' : undefined}>
                {name()}
                {Badge && <Badge />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="settings-page">
        {isOwner() && <Checklist />}
        <h1 ref={heading} tabIndex={-1}>
          {page.name()}
        </h1>
        {shown.includes(page) ? <page.draw key={page.place} /> : <ForOwners instead={shown[0]!} />}
      </div>
    </div>
  )
}

/** Shown to a member who came to a page for owners, such as by a link. */
const ForOwners = ({ instead: { place, name } }: { readonly instead: SettingsPage }) => (
  <>
    <p>{words.value.settings.forOwners}</p>
    <p>
      <a href={hrefOf('settings', place)}>{words.value.settings.toPage(name())}</a>
    </p>
  </>
)
