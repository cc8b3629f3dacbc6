/** The settings screen: the list of settings pages, and the open page. */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { focusOn } from '../../base/focus.ts'
import { Heading } from '../../base/heading.tsx'
import { Icon } from '../../base/icon.tsx'
import { later } from '../../base/later.tsx'
import { isOwner } from '../../base/me.ts'
import { hrefOf, route } from '../../base/route.ts'
import { followPractice } from '../../live/practice.ts'
import { loadWords, words } from '../../words/words.ts'
import { AbsencesPage } from './absences/absences.tsx'
import { CalendarsPage } from './calendars/calendars.tsx'
import { ChairsPage } from './chairs/chairs.tsx'
import { Checklist } from './checklist.tsx'
import { ClosuresPage } from './closures/closures.tsx'
import { Deleted } from './deleted/deleted.tsx'
import { Developers } from './developers/developers.tsx'
import { OnlinePage } from './online/online.tsx'
import { OwnPage } from './own/own.tsx'
import { OwnFieldsPage } from './own-fields/own-fields.tsx'
import { People } from './people/people.tsx'
import { PracticePage } from './practice/practice.tsx'
import { RemindersPage } from './reminders/reminders.tsx'
import { Rights } from './rights/rights.tsx'
import { Security } from './security/security.tsx'
import { ServiceBadge } from './service/badge.tsx'
import { Service } from './service/service.tsx'
import { StatusesPage } from './statuses/statuses.tsx'
import { TagsPage } from './tags/tags.tsx'
import { TextsPage } from './texts/texts.tsx'
import { Trail } from './trail/trail.tsx'
import { TypesPage } from './types/types.tsx'
import { WebhooksPage } from './webhooks/webhooks.tsx'

interface SettingsPage {
  /** The part of the address after `#/settings/`. */
  readonly place: string
  readonly name: () => string
  /** Whether only owners see the page. */
  readonly owners: boolean
  readonly draw: ComponentType
  /** The element beside the name in the list. */
  readonly badge?: ComponentType
  /** The name of a group of pages. The group begins with this page. */
  readonly group?: () => string
}

const pages: readonly SettingsPage[] = [
  {
    place: 'practice',
    group: () => words.value.settings.groups.practice,
    name: () => words.value.settings.practice,
    owners: true,
    draw: PracticePage,
  },
  {
    place: 'chairs',
    name: () => words.value.settings.chairs,
    owners: true,
    draw: ChairsPage,
  },
  {
    place: 'types',
    name: () => words.value.settings.types,
    owners: true,
    draw: TypesPage,
  },
  {
    place: 'online',
    name: () => words.value.settings.online.title,
    owners: true,
    draw: OnlinePage,
  },
  {
    place: 'closures',
    name: () => words.value.settings.closures,
    owners: false,
    draw: ClosuresPage,
  },
  {
    place: 'absences',
    name: () => words.value.settings.absences.title,
    owners: false,
    draw: AbsencesPage,
  },
  {
    place: 'reminders',
    group: () => words.value.settings.groups.patients,
    name: () => words.value.settings.reminders,
    owners: true,
    draw: RemindersPage,
  },
  {
    place: 'texts',
    name: () => words.value.settings.texts,
    owners: true,
    draw: TextsPage,
  },
  {
    place: 'statuses',
    name: () => words.value.settings.statuses.title,
    owners: true,
    draw: StatusesPage,
  },
  {
    place: 'fields',
    name: () => words.value.settings.ownFields.title,
    owners: true,
    draw: OwnFieldsPage,
  },
  {
    place: 'tags',
    name: () => words.value.settings.tags,
    owners: false,
    draw: TagsPage,
  },
  {
    place: 'own',
    group: () => words.value.settings.groups.me,
    name: () => words.value.settings.own,
    owners: false,
    draw: OwnPage,
  },
  {
    place: 'calendars',
    name: () => words.value.calendars.title,
    owners: false,
    draw: CalendarsPage,
  },
  {
    place: 'security',
    name: () => words.value.security.title,
    owners: false,
    draw: Security,
  },
  {
    place: 'developers',
    name: () => words.value.developers.title,
    owners: false,
    draw: Developers,
  },
  {
    place: 'people',
    group: () => words.value.settings.groups.owners,
    name: () => words.value.people.title,
    owners: true,
    draw: People,
  },
  {
    place: 'imports',
    name: () => words.value.settings.imports,
    owners: true,
    draw: later(async () => {
      const [{ ImportsPage }] = await Promise.all([import('./imports/imports.tsx'), loadWords('imports')])
      return ImportsPage
    }),
  },
  {
    place: 'webhooks',
    name: () => words.value.webhooks.title,
    owners: true,
    draw: WebhooksPage,
  },
  {
    place: 'service',
    name: () => words.value.service.title,
    owners: true,
    badge: ServiceBadge,
    draw: Service,
  },
  {
    place: 'trail',
    name: () => words.value.trail.title,
    owners: true,
    draw: Trail,
  },
  {
    place: 'deleted',
    name: () => words.value.deleted.title,
    owners: true,
    draw: Deleted,
  },
  {
    place: 'rights',
    name: () => words.value.rights.title,
    owners: true,
    draw: Rights,
  },
]

const isListOpen = signal(false)

export function Settings() {
  const { nowhere, settings } = words.value
  const shown = pages.filter(({ owners }) => !owners || isOwner())
  const [, named = shown[0]!.place] = route.value
  const page = pages.find(({ place }) => place === named)
  const title = page?.name() ?? nowhere.title
  const first = useRef(true)
  // A layout effect moves the focus early. Later, a hurried person may already be in a field and would lose the focus.
  useLayoutEffect(() => {
    isListOpen.value = false
    if (!first.current) focusOn('heading')
    first.current = false
  }, [named])
  useEffect(followPractice, [])
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
          {settings.title}: {title}
          <Icon name="down" />
        </button>
        <ul>
          {shown.map(({ place, name, badge: Badge }, i) => (
            <li key={place}>
              {groupOf(place) !== groupOf(shown[i - 1]?.place) && (
                <span class="settings-group">{groupOf(place)?.()}</span>
              )}
              <a href={hrefOf('settings', place)} aria-current={place === named ? 'page' : undefined}>
                {name()}
                {Badge && <Badge />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="settings-page">
        {isOwner() && <Checklist />}
        <Heading>{title}</Heading>
        {page && shown.includes(page) ? (
          <page.draw key={named} />
        ) : (
          <Instead text={page ? settings.forOwners : nowhere.text} of={shown[0]!} />
        )}
      </div>
    </div>
  )
}

/** The group of a page. A page without a group name is in the group of the page before it. */
const groupOf = (place: string | undefined) =>
  pages.slice(0, pages.findIndex((page) => page.place === place) + 1).findLast(({ group }) => group)?.group

/** The text instead of a page, when the page is only for owners or does not exist. A link may lead there. */
const Instead = ({ text, of: { place, name } }: { readonly text: string; readonly of: SettingsPage }) => (
  <>
    <p>{text}</p>
    <p>
      <a href={hrefOf('settings', place)}>{words.value.nowhere.goTo(name())}</a>
    </p>
  </>
)
