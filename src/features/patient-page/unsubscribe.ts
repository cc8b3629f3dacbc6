/**
 * The address in the header `List-Unsubscribe` of an e-mail. A mailbox sends a POST request there when its owner asks
 * for no more mails (RFC 8058). A person who opens the address finds a page with one button that sends the same
 * request.
 */
import { invalid, notFound } from '../../domain/problem.ts'
import { RequestAct, siteOf } from '../../http/exchange.ts'
import { readForm } from '../../http/form.ts'
import type { Route } from '../../http/route-spec.ts'
import { keepSight, waitForSights } from '../../http/sights.ts'
import { htmlPage } from '../../http/web-pages.ts'
import { findNotice } from '../../store/notices/notices.ts'
import { type LinkTarget, targetOf } from '../shared/link-target.ts'
import { changeConsent } from './consent.ts'
import type { VisitDeps } from './routes.ts'
import { oneClick, unsubscribePage } from './unsubscribe-page.ts'
import { visitIn } from './view.ts'

export function unsubscribeRoutes({ store, limit, now }: VisitDeps) {
  const page = ({ practice, noticeId }: LinkTarget) =>
    htmlPage(unsubscribePage(visitIn(practice.read, noticeId, now())))
  // The handlers read the request themselves, because Elysia would not parse a form.
  const routeTo = (
    run: (place: LinkTarget | null, request: Request) => Response | Promise<Response>,
  ): Route => ({
    hook: { detail: { hide: true }, transform: limit },
    keeps: 'never',
    handler:
      () =>
      async ({ request, params }) => {
        const made = new RequestAct(request, 'unsubscribe')
        const place = targetOf(
          store,
          { made, site: siteOf(request), now: now() },
          params.token ?? '',
          'unsubscribe',
          (sight, by) => keepSight(request, by!.practiceId, by!.act, sight),
        )
        const answer = await run(place, request)
        await waitForSights(request)?.()
        return answer
      },
  })
  return {
    /** Mail scanners follow links, so this changes nothing. */
    open: routeTo((place) => (place === null ? htmlPage(unsubscribePage(null)) : page(place))),

    /** @throws `not_found` for a link that leads nowhere; `validation_failed` without the words of RFC 8058 §3.1. */
    press: routeTo(async (place, request) => {
      const { name, value } = oneClick
      if ((await readForm(request))(name) !== value)
        throw invalid([{ path: name, message: `must be ${value}` }])
      if (place === null) throw notFound()
      const { practice, noticeId } = place
      await practice.write((tx) => changeConsent(tx, findNotice(tx, noticeId), { wanted: false }, now()))
      return page(place)
    }),
  }
}
