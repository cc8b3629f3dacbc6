import { type Act, actBy } from '../../domain/act.ts'
import { lookupId } from '../../domain/id.ts'
import { found } from '../../domain/problem.ts'
import { formatInstant, formatInterval } from '../../domain/time.ts'
import { networkOf } from '../../http/address.ts'
import { exchangeOf, siteOf } from '../../http/exchange.ts'
import type { LimitRate } from '../../http/rate-limit.ts'
import { publicRoute, tagged } from '../../http/route.ts'
import { findMember } from '../../store/access/members.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { becomeOf, confirmer, confirmHold } from './confirming.ts'
import { holdTime } from './holding.ts'
import { nextDays, wantedOf } from './offers.ts'
import { type BookingPlace, type BookingStore, placeAt } from './place.ts'
import { type CodeDeps, codeChannels, sendCode } from './proving.ts'
import {
  bookingPage,
  codeBody,
  codeSent,
  confirmBody,
  confirmed,
  heldTime,
  holdBody,
  offeredTimes,
  offersQuery,
  slugInPath,
} from './schema.ts'
import { viewTypes } from './types.ts'

export interface OnlineBookingDeps extends Omit<CodeDeps, 'reportFault'> {
  readonly store: BookingStore
  readonly limit: LimitRate
}

/**
 * The routes by which anybody can book an appointment at a practice without a token (RULES §31). No answer shows data
 * of a patient.
 */
export const onlineBookingRoutes = tagged('Online booking', (deps: OnlineBookingDeps) => {
  const { store, limit, now, ...codes } = deps
  const common = { limit, ids: slugInPath, problems: ['not_found'] as const }
  /** @throws `not_found`, in the same words for every reason. */
  const placeOf = (request: Request, act: Act, slug: string): BookingPlace =>
    found(placeAt(store, siteOf(request), slug, act))
  const networkIn = (request: Request) => networkOf(exchangeOf(request).address(), 64)
  const codeDeps = (request: Request): CodeDeps => ({
    ...codes,
    now,
    reportFault: exchangeOf(request).reportFault,
  })

  return {
    types: publicRoute(
      {
        ...common,
        id: 'listBookableTypes',
        summary: 'Read what can be booked online',
        description:
          'Names the practice, and the kinds of appointments that patients can book there. 404 for every practice that has not switched online booking on.',
        answer: bookingPage,
      },
      ({ request, act, ids }) => {
        const { practice, row } = placeOf(request, act, ids.slug)
        return viewTypes(practice.read, row, codeChannels(codes))
      },
    ),

    times: publicRoute(
      {
        ...common,
        id: 'listBookableTimes',
        summary: 'Find times that can be booked online',
        description:
          'Returns the next five days that have times. A time with several members is listed once for each member. The answer never shows chairs.',
        query: offersQuery,
        answer: offeredTimes,
      },
      ({ request, act, ids, query }) => {
        const { practice } = placeOf(request, act, ids.slug)
        return practice.read.snapshot(() => {
          const asked = {
            appointmentTypeId: lookupId(query.appointmentTypeId),
            known: query.known === 'true',
          }
          const wanted = wantedOf(practice.read, asked, now())
          const practitionerId = query.practitionerId && lookupId(query.practitionerId)
          const { days, next } = nextDays(practice.read, wanted, { from: query.from, practitionerId }, now())
          return {
            mode: wanted.mode,
            days: days.map(({ date, offers }) => ({
              date,
              times: offers.map((offer) => viewTime(practice.read, offer, offer.lane.practitionerId)),
            })),
            nextFrom: next,
          }
        })
      },
    ),

    hold: publicRoute(
      {
        ...common,
        id: 'holdTime',
        summary: 'Hold a time for ten minutes',
        description:
          'The service no longer offers this time to others. The answer has a secret, which the later requests need. When the time is taken, `details` names up to three other times.',
        body: holdBody,
        status: 201,
        secret: true,
        problems: ['not_found', 'conflict'],
        answer: heldTime,
      },
      async ({ request, act, ids, body }) => {
        const place = placeOf(request, act, ids.slug)
        const asked = {
          ...body,
          appointmentTypeId: lookupId(body.appointmentTypeId),
          practitionerId: body.practitionerId && lookupId(body.practitionerId),
        }
        const { secret, mode, offer, expiresAt } = await holdTime(place, asked, networkIn(request), now())
        const time = viewTime(place.practice.read, offer, offer.lane.practitionerId)
        return { secret, mode, ...time, expiresAt: formatInstant(expiresAt) }
      },
    ),

    code: publicRoute(
      {
        ...common,
        id: 'sendCode',
        summary: 'Send a code to the visitor',
        description:
          'Sends a code of six digits, which is valid for ten minutes. Each further code ends the earlier code. The answer is the same when the service sends no code, because it has sent too many or the number is abroad.',
        body: codeBody,
        problems: ['not_found', 'conflict'],
        answer: codeSent,
      },
      async ({ request, act, ids, body }) => {
        const place = placeOf(request, act, ids.slug)
        const { channel, expiresAt } = await sendCode(codeDeps(request), place, body, networkIn(request))
        return { channel, expiresAt: formatInstant(expiresAt) }
      },
    ),

    confirm: publicRoute(
      {
        ...common,
        id: 'confirmHold',
        summary: 'Book the time that is held',
        description:
          'Needs the code. The time is booked, or requested if the practice wants to decide. The same request again books nothing twice, and returns the present state of the booking. A wrong code is 400. After five tries or ten minutes, the code has ended: 409 at `code`.',
        body: confirmBody,
        problems: ['not_found', 'conflict'],
        answer: confirmed,
      },
      async ({ request, act, ids, body }) => {
        const { practice } = placeOf(request, act, ids.slug)
        const actor = confirmer({ practice }, body.secret)
        const place = placeOf(request, actor === undefined ? act : actBy(act, actor), ids.slug)
        const { booking, entry } = becomeOf(practice.read, await confirmHold(place, body, now()))
        const { state, decideUntil } = booking
        return {
          state,
          ...viewTime(practice.read, entry, entry.practitionerId),
          decidedBy: state === 'requested' ? formatInstant(decideUntil!) : null,
        }
      },
    ),
  }
})

const viewTime = (
  scope: Scope,
  time: { readonly startAt: number; readonly endAt: number },
  memberId: string | null,
) => {
  const member = memberId === null ? null : findMember(scope, memberId)
  return { ...formatInterval(time), practitioner: member && { id: member.id, name: member.name } }
}
