import { messageOf } from '../parts/api.ts'
import { momentOf } from '../parts/dates.ts'
import { byId, make } from '../parts/dom.ts'
import type { ServiceHealth } from '../parts/records.ts'
import type { Section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** While the page can be seen, it looks again so often. In milliseconds. */
const everyMs = 60_000
const lookingAgain =
  'This page looks again every minute. If that does not help, call the person who runs the server.'

/** How well the server and its backup are, for owners. Times are in `zone`, the practice's time zone. */
export function showService(zone: () => string): Pick<Section, 'refresh'> {
  const place = byId('service').querySelector<HTMLElement>('.content')!
  // They stay, so that screen readers tell of a change, and of nothing else.
  const state = make('p', { className: 'light', role: 'status' })
  const missed = make('p', { className: 'note', role: 'status' })
  const details = make('div', { className: 'details' })
  place.replaceChildren(state, missed, details)
  let shown = ''

  async function refresh(): Promise<void> {
    try {
      const health = await call<ServiceHealth>('GET', '/service/health')
      say(missed, '')
      // What has not changed stays as it is: a reader may be in the middle of it, or have selected the line.
      const now = JSON.stringify([health, zone()])
      if (now !== shown) draw(health)
      shown = now
    } catch (error) {
      miss(messageOf(error))
    }
  }

  function draw(health: ServiceHealth): void {
    const { level, headline } = health
    state.className = `light ${level}`
    say(state, headline)
    const badge = byId('service-badge')
    badge.hidden = level === 'good'
    badge.className = `badge ${level}`
    badge.textContent = level === 'trouble' ? 'Red' : 'Yellow'
    details.replaceChildren(
      ...health.findings.map(drawFinding),
      ...drawLine(health),
      ...facts(health, zone()),
    )
  }

  /** The last answer stays readable, but it is no longer said to be true. */
  function miss(why: string): void {
    shown = ''
    state.className = 'light unknown'
    say(state, 'Not known now')
    const before = details.hasChildNodes() ? ' Below is what was known last.' : ''
    say(missed, `${why} ${lookingAgain}${before}`)
    byId('service-badge').hidden = true
  }

  setInterval(() => !document.hidden && void refresh(), everyMs)
  document.addEventListener('visibilitychange', () => !document.hidden && void refresh())
  return { refresh }
}

/** Changes a text that screen readers tell. They would tell the same text again, if it were written again. */
function say(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text
}

const drawFinding = ({ level, explanation, steps }: ServiceHealth['findings'][number]) =>
  make(
    'div',
    { className: `finding ${level}` },
    make('p', {}, make('strong', { textContent: explanation })),
    make('ol', {}, ...steps.map((step) => make('li', { textContent: step }))),
  )

const drawLine = ({ line }: ServiceHealth): Node[] =>
  line === null
    ? []
    : [
        make('p', { textContent: 'Read this line to the person who runs the server, or send it to them:' }),
        make('p', { className: 'message', textContent: line }),
      ]

/** What the backup is like, and the room on the disk where it is short. */
function facts({ backup, freeMegabytes }: ServiceHealth, zone: string): Node[] {
  const facts = []
  if (backup !== null)
    facts.push(
      fact(
        'Backup last checked and found whole',
        backup.verifiedAt === null ? 'Not yet' : momentOf(backup.verifiedAt, zone),
      ),
      fact('Backup up to date', behind(backup.lagSeconds)),
    )
  if (freeMegabytes !== null)
    facts.push(fact('Free on the disk of the server', `${freeMegabytes.toLocaleString('en')} MB`))
  return facts.length > 0 ? [make('dl', { className: 'facts' }, ...facts)] : []
}

const fact = (name: string, value: Node | string) =>
  make('div', {}, make('dt', { textContent: name }), make('dd', {}, value))

function behind(seconds: number | null): string {
  if (seconds === null) return 'Not known yet'
  if (seconds === 0) return 'Yes, it holds every change'
  if (seconds < 120) return `${seconds} seconds behind`
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} minutes behind` : `${Math.floor(minutes / 60)} hours behind`
}
