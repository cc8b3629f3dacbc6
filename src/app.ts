import { Elysia } from 'elysia'
import packageJson from '../package.json' with { type: 'json' }
import type { Mailer } from './delivery/smtp.ts'
import { appointmentRoutes } from './features/appointments/routes.ts'
import { availabilityRoutes } from './features/availability/routes.ts'
import { chairRoutes } from './features/chairs/routes.ts'
import { enrolmentRoutes } from './features/enrolment/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { meRoutes } from './features/practice/me.ts'
import { practiceRoutes } from './features/practice/routes.ts'
import type { SetupLink } from './features/practice/setup-link.ts'
import { setupRoutes } from './features/practice/setup-routes.ts'
import { type ChannelStatus, reminderRoutes } from './features/reminders/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { authenticate } from './features/sign-in/authenticate.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { visitRoutes } from './features/visit/routes.ts'
import { docs } from './http/docs.ts'
import { gate } from './http/gate.ts'
import { type Observe, observing } from './http/observe.ts'
import { answerProblems, type ReportFault, type ReportRefusal } from './http/problems.ts'
import { limitRate, type RateLimit } from './http/rate-limit.ts'
import { pages } from './http/web-pages.ts'
import type { Store } from './store/store.ts'
import { troubleOf } from './store/trouble.ts'
import { siteAt } from './webauthn/site.ts'

export interface AppDeps {
  readonly store: Pick<Store, 'practices' | 'identity' | 'dueReminders' | 'keys'>
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** Where people reach us, such as `https://practice.example.org`; asked for once we listen. */
  readonly origin: () => string
  readonly setupLink: SetupLink
  /** Undefined where no mail server is configured. */
  readonly mailer: Mailer | undefined
  /** For the routes that are open to everybody; undefined for none. */
  readonly rateLimit: RateLimit | undefined
  readonly reportFault: ReportFault
  readonly reportRefusal: ReportRefusal
  readonly channelStatus: ChannelStatus
  /** Told of every request once it is answered. */
  readonly observe?: Observe
  readonly isStopping?: () => boolean
}

/** The whole service: everything under `/api/v1` behind one gate, the ways in under `/auth`, pages, documentation. */
export function createApp(app: AppDeps) {
  const { store, now, setupLink, mailer, rateLimit, reportFault, reportRefusal, channelStatus } = app
  const { observe = () => {}, isStopping = () => false } = app
  const deps = { practices: store.practices, now }
  const limit = limitRate(rateLimit)
  const passkeyDeps = { ...deps, identity: store.identity, site: siteAt(app.origin), limit }

  const api = new Elysia({ prefix: '/api/v1', normalize: false })
    .use(meRoutes(deps))
    .use(sessionRoutes(deps))
    .use(passkeyRoutes(passkeyDeps))
    .use(tokenRoutes(deps))
    .use(memberRoutes({ ...passkeyDeps, mailer, reportFault }))
    .use(practiceRoutes(deps))
    .use(patientRoutes(deps))
    .use(noteRoutes(deps))
    .use(tagRoutes(deps))
    .use(chairRoutes(deps))
    .use(availabilityRoutes(deps))
    .use(appointmentRoutes(deps))
    .use(reminderRoutes({ ...deps, channelStatus, origin: app.origin }))

  const auth = new Elysia({ prefix: '/auth', normalize: false, detail: { hide: true } })
    .use(setupRoutes({ ...passkeyDeps, setupLink }))
    .use(enrolmentRoutes(passkeyDeps))
    .use(signInRoutes(passkeyDeps))

  // Patients have a limit of their own: whoever knocks at the practice's door does not shut theirs.
  const visit = new Elysia({ normalize: false, detail: { hide: true } }).use(
    visitRoutes({ store, limit: limitRate(rateLimit), now }),
  )

  // Elysia's default for `normalize` would drop unknown fields instead of refusing them.
  return new Elysia({ normalize: false })
    .onError({ as: 'global' }, answerProblems(reportFault, reportRefusal, troubleOf))
    .onRequest(
      gate(
        (token, requestId) => authenticate(store, token, now(), (error) => reportFault({ requestId, error })),
        isStopping,
      ),
    )
    .onAfterResponse({ as: 'global' }, observing(observe))
    .use(api)
    .use(auth)
    .use(visit)
    .use(docs(api, packageJson.version))
    .use(pages())
}
