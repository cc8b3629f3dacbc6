import { found } from '../../domain/problem.ts'
import type { Pages } from '../../http/pages.ts'
import { escapeHtml } from '../../messages/html.ts'
import { type LanguageId, languageIdOf, languages } from '../../messages/languages.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { ItemOf, Person } from './gather.ts'
import { type Words, words } from './words.ts'

/** The language and the time zone in which a page is written. */
interface PageLanguage {
  readonly id: LanguageId
  readonly timezone: string
}

/** The language and the time zone of the practice. */
export const pageLanguage = (scope: Scope): PageLanguage => ({
  id: languageIdOf(findNoticeSettings(scope).language),
  timezone: found(findPractice(scope)).timezone,
})

/**
 * Everything about a person as one HTML page to read and print, in pieces. It has no script and loads nothing. Every
 * text in it is escaped.
 */
export function* personAsPage(person: Person, { id, timezone }: PageLanguage): Generator<string> {
  const write = writer(words[id], languages[id].locale, timezone)
  const { parts, nothing, title, made } = words[id]
  const { firstName, lastName } = person.patient as Record<string, unknown>
  const name = title(`${firstName ?? ''} ${lastName ?? ''}`.trim())
  yield `<!doctype html>
<html lang="${id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(name)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(made(person.practice.name, write.instant(person.exportedAt)))}</p>
<h2>${parts.patient}</h2>
${write.fields(person.patient)}
`
  const lists = [
    [parts.notes, person.notes, write.note],
    [parts.appointments, person.appointments, write.appointment],
    [parts.cancelled, person.cancelled, write.appointment],
    [parts.waiting, person.waiting, write.waiting],
    [parts.online, person.online, write.online],
    [parts.recalls, person.recalls, write.recall],
    [parts.messages, person.messages, write.message],
    [parts.access, person.access, write.access],
    [parts.deleted, person.deleted, write.deleted],
  ] as [string, Pages<unknown>, (item: unknown) => Iterable<string>][]
  for (const [heading, pages, item] of lists) {
    yield `<h2>${escapeHtml(heading)}</h2>\n`
    let some = false
    for (const page of pages.read())
      for (const one of page) {
        some = true
        yield* item(one)
      }
    if (!some) yield `<p>${escapeHtml(nothing)}</p>\n`
  }
  yield '</body>\n</html>\n'
}

const style = `
body{font:11pt/1.45 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;border-bottom:1px solid #999;margin-top:2rem}
h3{font-size:1rem;margin:.2rem 0}
article{border-top:1px solid #ddd;padding:.5rem 0;overflow-wrap:anywhere}
article article{margin-left:1.5rem}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.1rem 1rem;margin:.3rem 0}
dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.text{white-space:pre-wrap;margin:.3rem 0}.meta{color:#555;margin:.1rem 0}
@media print{body{margin:0;max-width:none;font-size:10pt}h2{break-after:avoid}@page{margin:18mm}}
`

/** Fields with ids. The page leaves them out, because they mean nothing to a reader. */
const notForReaders = /^(id|.*Id|.*Ids|.*By)$/

function writer(said: Words, locale: string, timeZone: string) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const instant = (text: string): string => format.format(new Date(text))
  const named = (name: string): string => said.names[name] ?? name
  const line = (...pieces: (string | null | undefined)[]): string =>
    pieces.filter((piece) => piece !== null && piece !== undefined && piece !== '').join(' · ')
  const paragraph = (kind: 'text' | 'meta', text: string): string =>
    text === '' ? '' : `<p class="${kind}" dir="auto">${escapeHtml(text)}</p>\n`
  const heading = (text: string | null): string =>
    text === null || text === '' ? '' : `<h3 dir="auto">${escapeHtml(text)}</h3>\n`

  function value(key: string, given: unknown): string {
    if (typeof given === 'boolean') return given ? said.yes : said.no
    if (Array.isArray(given)) return given.join(', ')
    if (typeof given === 'object') return JSON.stringify(given)
    if (key.endsWith('At')) return instant(String(given))
    return ['type', 'kind', 'state', 'channel', 'by', 'wishOf', 'urgency'].includes(key)
      ? named(String(given))
      : String(given)
  }

  const isShown = ([key, given]: [string, unknown]): boolean =>
    !notForReaders.test(key) && given !== null && given !== '' && !isEmpty(given)

  const fields = (row: object): string =>
    `<dl>${Object.entries(row)
      .filter(isShown)
      .map(
        ([key, given]) =>
          `\n<dt>${escapeHtml(named(key))}</dt><dd dir="auto">${escapeHtml(value(key, given))}</dd>`,
      )
      .join('')}\n</dl>\n`

  const who = (member: { readonly name: string | null } | null): string | null => member?.name ?? null
  const byWhom = (member: { readonly name: string | null } | null): string | null =>
    member?.name ? said.by(member.name) : null

  return {
    instant,
    fields,
    *note(note: ItemOf<Person['notes']>): Generator<string> {
      yield `<article>\n${heading(note.title)}${paragraph('meta', line(instant(note.createdAt), byWhom(note.createdBy), note.isNext ? named('isNext') : null))}${paragraph('text', note.body)}`
      if (!Array.isArray(note.revisions))
        for (const page of note.revisions.read())
          for (const { version, title, body, savedAt, savedBy } of page)
            yield `<article>\n${heading(line(said.version(version), title))}${paragraph('meta', line(instant(savedAt), byWhom(savedBy)))}${paragraph('text', body)}</article>\n`
      yield '</article>\n'
    },
    *appointment({ steps, ...entry }: ItemOf<Person['appointments' | 'cancelled']>): Generator<string> {
      yield `<article>\n${fields(entry)}`
      for (const { step, at, by } of steps)
        yield paragraph('meta', line(instant(at), named(step), byWhom(by)))
      yield '</article>\n'
    },
    *waiting(place: ItemOf<Person['waiting']>): Generator<string> {
      yield `<article>\n${fields(place)}</article>\n`
    },
    *online({ state, ...booking }: ItemOf<Person['online']>): Generator<string> {
      yield `<article>\n${fields({ state: state === 'booked' ? 'bookedOnline' : state, ...booking })}</article>\n`
    },
    *recall(contact: ItemOf<Person['recalls']>): Generator<string> {
      yield `<article>\n${fields(contact)}</article>\n`
    },
    *message({ channel, kind, state, dueAt, sentAt }: ItemOf<Person['messages']>): Generator<string> {
      yield `<article>${paragraph('meta', line(instant(sentAt ?? dueAt), named(kind), named(channel), named(state)))}</article>\n`
    },
    *access({ at, actor, kind, action, record, times, fields }: ItemOf<Person['access']>): Generator<string> {
      const what = line(
        named(kind === 'write' ? writeOf(action) : kind),
        record === null ? null : named(record.kind),
        fields.map(named).join(', '),
      )
      const count = times > 1 ? `× ${times}` : null
      yield `<article>${paragraph('meta', line(instant(at), who(actor.member) ?? named(actor.kind), what, count))}</article>\n`
    },
    *deleted({ kind, deletedAt, deletedBy, rows }: ItemOf<Person['deleted']>): Generator<string> {
      yield `<article>\n${heading(named(kind))}${paragraph('meta', line(`${named('deletedAt')}: ${instant(deletedAt)}`, byWhom(deletedBy)))}`
      for (const page of rows.read()) for (const { row } of page) yield fields(row)
      yield '</article>\n'
    },
  }
}

/** A name for a write that readers understand, by the name of its API operation. */
const writeOf = (action: string): string => {
  if (/^(create|book)/.test(action)) return 'made'
  if (action.startsWith('cancel')) return 'cancelled'
  if (action === 'deleteCancellation') return 'restored'
  if (action.startsWith('delete')) return 'removed'
  return action.startsWith('restore') ? 'restored' : 'write'
}

const isEmpty = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && Object.keys(given).length === 0
