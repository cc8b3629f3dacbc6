import { messageOf } from '../parts/api.ts'
import { momentOf } from '../parts/dates.ts'
import { byId, make } from '../parts/dom.ts'
import type { ServiceHealth } from '../parts/records.ts'
import type { Section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** While the page can be seen, it looks again so often. In milliseconds. */
const everyMs = 60_000

/** How well the server and its backup are, for owners. Times are in `zone`, the practice's time zone. */
export function showService(zone: () => string): Section {
  const heading = byId('service-heading')
  const place = byId('service').querySelector<HTMLElement>('.content')!
  // They stay, so that screen readers tell of a change, and of nothing else.
  const state = make('p', { className: 'light', role: 'status' })
  const missed = make('p', { className: 'note', role: 'status' })
  const details = make('div', { className: 'details' })
  place.replaceChildren(state, details, missed)
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
    badge.textContent = level === 'trouble' ? 'Red' : 'Yellow'
    const hadFocus = details.contains(document.activeElement)
    details.replaceChildren(...health.findings.map(drawFinding), ...drawLine(health), facts(health, zone()))
    if (hadFocus) heading.focus()
  }

  /** The last answer stays readable, but it is no longer said to be true. */
  function miss(why: string): void {
    shown = ''
    state.className = 'light unknown'
    say(state, 'Not known now')
    say(
      missed,
      `${why} This page looks again every minute. If that does not help, call the person who runs the server.`,
    )
    byId('service-badge').hidden = true
  }

  setInterval(() => !document.hidden && void refresh(), everyMs)
  document.addEventListener('visibilitychange', () => !document.hidden && void refresh())
  return {
    refresh,
    async changed() {
      await refresh()
      heading.focus()
    },
  }
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

function facts({ backup, freeMegabytes }: ServiceHealth, zone: string): HTMLElement {
  const fact = (name: string, ...value: (Node | string)[]) =>
    make('div', {}, make('dt', { textContent: name }), make('dd', {}, ...value))
  return make(
    'dl',
    { className: 'facts' },
    ...(backup === null
      ? [fact('Backup', 'None')]
      : [
          fact(
            'Last checked and found whole',
            ...(backup.verifiedAt === null ? ['Not yet'] : [momentOf(backup.verifiedAt, zone)]),
          ),
          fact('How far the backup is behind', behind(backup.lagSeconds)),
        ]),
    ...(freeMegabytes === null
      ? []
      : [fact('Free on the disk of the server', `${freeMegabytes.toLocaleString('en')} MB`)]),
  )
}

function behind(seconds: number | null): string {
  if (seconds === null) return 'Not known yet'
  if (seconds === 0) return 'It holds every change'
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
}
