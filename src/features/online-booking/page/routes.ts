/** The page on which patients book by themselves (RULES §31). Its forms run the same actions as the public API. */
import { type Act, actBy } from '../../../domain/act.ts'
import { networkOf } from '../../../http/address.ts'
import { countWork, exchangeOf, RequestAct, siteOf } from '../../../http/exchange.ts'
import { readForm } from '../../../http/form.ts'
import { pathOf } from '../../../http/path.ts'
import type { Route } from '../../../http/route-spec.ts'
import { keepSight, type Saw, waitForSights } from '../../../http/sights.ts'
import { htmlPage } from '../../../http/web-pages.ts'
import { isLanguageId, type LanguageId, languageIds } from '../../../messages/languages.ts'
import { findNoticeSettings } from '../../../store/notices/notice-settings.ts'
import { confirmer } from '../confirming.ts'
import { visitBehind } from '../moving.ts'
import { type BookingPlace, placeAt, slugIn } from '../place.ts'
import type { OnlineBookingDeps } from '../routes.ts'

export function bookingPageRoutes({ store, limit, now, ...codes }: OnlineBookingDeps) {
  // The handlers read the request themselves, because Elysia would not parse a form. The code that draws the page is
  // loaded when the first visitor comes.
  const routeTo = (
    name: 'look' | 'press',
    fieldsOf: (request: Request) => Promise<(name: string) => string | null>,
  ): Route => ({
    hook: { detail: { hide: true }, transform: limit },
    keeps: 'never',
    handler:
      () =>
      async ({ request }) => {
        const { turn } = exchangeOf(request)
        await turn?.begin()
        const given = await fieldsOf(request)
        await turn?.step()
        const field = (name: string) => given(name) ?? ''
        // The code that limits requests reads the slug in the same way, and counts the visit for this practice.
        const slug = slugIn(pathOf(request)) ?? ''
        const step = field('step')
        const by = new RequestAct(request, actions.get(step) ?? 'listBookableTimes')
        const placeFor = (act: Act) => placeAt(store, siteOf(request), slug, act)
        const visited = placeFor(by)
        const patient = visited && step === 'confirm' && confirmer(visited, field('secret'))
        const place = patient ? placeFor(actBy(by, patient)) : visited
        const language = languageFor(request, field('lang'), place)
        const steps = await import('./steps.ts')
        if (place === null) return htmlPage(steps.drawNowhere(language), { status: 404 })
        const { reportFault, address } = exchangeOf(request)
        const network = networkOf(address(), 64)
        const coming = { made: by, site: siteOf(request), now: now() }
        const token = field('link')
        const visit = token === '' ? undefined : visitBehind(store, coming, place, token, seen(request))
        const asked = {
          place,
          slug,
          language,
          field,
          network,
          visit,
          codes: { ...codes, now, reportFault },
        }
        const made = await countWork(request, () => steps[name](asked))
        await waitForSights(request)?.()
        if (made.isCalendar) return calendarAnswer(made.html)
        return htmlPage(made.html, { status: made.status, frameAncestors: place.settings.frameAncestors })
      },
  })
  return {
    open: routeTo('look', async ({ url }) => {
      const { searchParams } = new URL(url)
      return (name) => searchParams.get(name)
    }),
    press: routeTo('press', readForm),
  }
}

/** Records in the audit trail that a patient saw what their link shows. */
const seen =
  (request: Request): Saw =>
  (sight, by) =>
    keepSight(request, by!.practiceId, by!.act, sight)

const calendarAnswer = (content: string): Response =>
  new Response(content, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="appointment.ics"',
    },
  })

/** The API operations that do the same as some of the steps. The audit trail contains their names. */
const actions: ReadonlyMap<string, string> = new Map([
  ['hold', 'holdTime'],
  ['code', 'sendCode'],
  ['again', 'sendCode'],
  ['confirm', 'confirmHold'],
  ['moved', 'moveVisit'],
])

/** The language that the visitor chose, else the first available language of the browser, else the practice's. */
function languageFor(request: Request, chosen: string, place: BookingPlace | null): LanguageId {
  if (isLanguageId(chosen)) return chosen
  const wished = (request.headers.get('accept-language') ?? '').slice(0, 200).split(',')
  const spoken = wished.map((range) => range.trim().slice(0, 2).toLowerCase()).find((id) => isLanguageId(id))
  const practices = place && findNoticeSettings(place.practice.read).language
  return languageIds.find((id) => id === (spoken ?? practices)) ?? 'en'
}
