import { Elysia } from 'elysia'
import packageJson from '../package.json' with { type: 'json' }
import { channelStatus } from './delivery/channels.ts'
import type { Channels } from './delivery/delivery.ts'
import type { Post } from './delivery/public-post.ts'
import type { Mailer } from './delivery/smtp.ts'
import type { WebhookKeys } from './delivery/webhook-signature.ts'
import type { Sites } from './domain/site.ts'
import { absenceRoutes } from './features/absences/routes.ts'
import { appointmentTypeRoutes } from './features/appointment-types/routes.ts'
import { archiveRoutes } from './features/archive/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { authenticate, recognise } from './features/auth/authenticate.ts'
import { authRoutes } from './features/auth/routes.ts'
import type { SetupLink } from './features/auth/setup-link.ts'
import { appointmentRoutes } from './features/calendar/appointments/routes.ts'
import { availabilityRoutes } from './features/calendar/availability/routes.ts'
import { cancellationRoutes } from './features/calendar/cancellations/routes.ts'
import { moveRoutes } from './features/calendar/moves/routes.ts'
import { progressRoutes } from './features/calendar/progress/routes.ts'
import { feedIn } from './features/calendar-feeds/feed-path.ts'
import { calendarFeedRoutes, feedRoute } from './features/calendar-feeds/routes.ts'
import { chairRoutes } from './features/chairs/routes.ts'
import { type ChangeDeps, changeRoutes } from './features/changes/routes.ts'
import { closureRoutes } from './features/closures/routes.ts'
import { dayRoutes } from './features/day/routes.ts'
import { dayNoteRoutes } from './features/day-notes/routes.ts'
import { type ImportRouteDeps, importRoutes } from './features/imports/routes.ts'
import { inboxRoutes } from './features/inbox/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { bookingPageRoutes } from './features/online-booking/page/routes.ts'
import { slugIn } from './features/online-booking/place.ts'
import { onlineBookingRoutes } from './features/online-booking/routes.ts'
import { openingRoutes } from './features/openings/routes.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import { patientAppointmentRoutes } from './features/patient-appointments/routes.ts'
import { visitRoutes } from './features/patient-page/routes.ts'
import { unsubscribeRoutes } from './features/patient-page/unsubscribe.ts'
import { patientRoutes } from './features/patients/routes.ts'
import type { ErasureMemory } from './features/person/erasing.ts'
import { personRoutes } from './features/person/routes.ts'
import { practiceRoutes } from './features/practice/routes.ts'
import { recallRoutes } from './features/recalls/routes.ts'
import { phoneCheckRoute } from './features/reminders/phone-check.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import type { TestMessageDeps } from './features/reminders/test-message.ts'
import { seriesRoutes } from './features/series/routes.ts'
import { type ServiceDeps, serviceRoutes } from './features/service/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import type { PasskeyDeps } from './features/shared/deps.ts'
import { memberMail } from './features/shared/member-mail.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { waitingListRoutes } from './features/waiting-list/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { callerAddress, namedHost } from './http/address.ts'
import { docs } from './http/docs.ts'
import type { SightKeeper } from './http/exchange.ts'
import { FairShare, ordinaryShare } from './http/fair-share.ts'
import { gate } from './http/gate.ts'
import { mount } from './http/mount.ts'
import { type Observe, observing } from './http/observe.ts'
import { PracticeShare } from './http/practice-share.ts'
import { answerProblems, type KeepRefusal, type ReportFault, type ReportRefusal } from './http/problems.ts'
import { limitRate, type RateLimit } from './http/rate-limit.ts'
import { Repeats } from './http/repeats.ts'
import { routesWith } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Shares } from './http/turn.ts'
import { pages } from './http/web-pages.ts'
import { WriteShare } from './http/write-share.ts'
import { troubleOf } from './store/engine/trouble.ts'
import type { Store } from './store/store.ts'

export interface AppDeps {
  readonly store: Pick<
    Store,
    | 'practices'
    | 'reading'
    | 'identity'
    | 'dueNotices'
    | 'keys'
    | 'retries'
    | 'reads'
    | 'refusals'
    | 'cellMoves'
    | 'changeLog'
  >
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** Where people reach each practice. */
  readonly sites: Sites
  /** Whether people reach us only over https. */
  readonly https: boolean
  readonly setupLink: SetupLink
  /** Where erasures are remembered outside the database. */
  readonly erasures: ErasureMemory
  /** The state of the service and of its backup. */
  readonly health: ServiceDeps['health']
  /** Sends mail. Undefined when no mail server is configured. */
  readonly mailer: Mailer | undefined
  /** The header in which a trusted proxy names the caller's address; undefined when there is no such proxy. */
  readonly addressHeader: string | undefined
  /** The header in which a trusted proxy names the host that was asked for; undefined for `Host`. */
  readonly hostHeader?: string | undefined
  /** The origins of other sites. Their pages may call the API. */
  readonly allowedOrigins: readonly string[]
  /** How much an IP address and a credential may ask and write; undefined for no limits. */
  readonly rateLimit: RateLimit | undefined
  /** How long people stay signed in. */
  readonly sessionTimes: PasskeyDeps['sessionTimes']
  readonly reportFault: ReportFault
  readonly reportRefusal: ReportRefusal
  /** How messages reach patients. */
  readonly channels: Channels
  /** The most messages of a practice on a local day. 0 means no limit. */
  readonly ceilings: TestMessageDeps['ceilings']
  /** The function that sends events to webhooks, and the keys that sign the events. */
  readonly webhooks: { readonly post: Post; readonly keys: WebhookKeys }
  /** The uploaded files of other programs, the room on the disk for them, and a function that wakes the importer. */
  readonly imports: Pick<ImportRouteDeps, 'files' | 'room' | 'wake'>
  /** How long a member waits for the outcome of a test message, in milliseconds; 20 seconds when left out. */
  readonly testPatienceMs?: number
  /** Called with every request once it is answered. */
  readonly observe?: Observe
  readonly isStopping?: () => boolean
  /** How many streams of changes may be open, how often each is checked, and when all of them end. */
  readonly streams?: Pick<ChangeDeps, 'stopping' | 'limits' | 'times' | 'counted'>
  /** Called with each request before its answer is sent. It throws when the answer must not be sent. */
  readonly beforeAnswer?: ((answered: { readonly request: Request }) => void) | undefined
  /** Whether an answer that shows patients waits until the audit trail has it on disk. */
  readonly strictReads?: boolean
}

/** Pages request these paths by themselves. So a request for them does not show that a person is there. */
const askedByPages = ['/api/v1/service/health', '/api/v1/changes']
/** Paths that `server.ts` adds (`health/routes.ts`). */
const healthPaths = ['/livez', '/livez/probe', '/livez/owner', '/livez/cell/:cell', '/readyz']

function sharesOf({ share = ordinaryShare, written }: RateLimit): Shares {
  const clock = () => performance.now()
  return {
    credentials: new FairShare(share, clock),
    practices: new PracticeShare(share, clock),
    writes: new WriteShare(clock, written),
  }
}

/** The whole service: the API, the routes for signing in, the patients' answer page, pages and documentation. */
export function createApp(app: AppDeps) {
  const { store, now, setupLink, mailer, rateLimit, reportFault, reportRefusal, channels, sites } = app
  const {
    https,
    addressHeader,
    hostHeader,
    allowedOrigins,
    sessionTimes,
    observe = () => {},
    isStopping = () => false,
    strictReads = false,
  } = app
  const { practices } = store
  const route = routesWith(({ caller, act }) => ({ practice: practices.of(caller.practiceId, act) }))
  const deps = { practices, route, now }
  const mail = memberMail({ ...deps, mailer, reportFault })
  const limit = limitRate(rateLimit)
  const passkeyDeps = { ...deps, identity: store.identity, sites, mail, sessionTimes, limit }

  const practice = practiceRoutes({ ...deps, identity: store.identity })
  const sessions = sessionRoutes(passkeyDeps)
  const passkeys = passkeyRoutes(passkeyDeps)
  const tokens = tokenRoutes(passkeyDeps)
  const feeds = calendarFeedRoutes(passkeyDeps)
  const members = memberRoutes(passkeyDeps)
  const patients = patientRoutes(deps)
  const person = personRoutes({ ...deps, erasures: app.erasures })
  const notes = noteRoutes(deps)
  const tags = tagRoutes(deps)
  const archive = archiveRoutes(deps)
  const chairs = chairRoutes(deps)
  const closures = closureRoutes(deps)
  const absences = absenceRoutes(deps)
  const appointmentTypes = appointmentTypeRoutes(deps)
  const appointments = appointmentRoutes(deps)
  const progress = progressRoutes(deps)
  const cancellations = cancellationRoutes(deps)
  const patientAppointments = patientAppointmentRoutes(deps)
  const moves = moveRoutes(deps)
  const series = seriesRoutes(deps)
  const availability = availabilityRoutes(deps)
  const days = dayRoutes(deps)
  const openings = openingRoutes(deps)
  const sending = { channels, ceilings: app.ceilings, patienceMs: app.testPatienceMs ?? 20_000 }
  const reminders = reminderRoutes({ ...deps, ...sending, channelStatus: channelStatus(channels), sites })
  const inbox = inboxRoutes(deps)
  const webhooks = webhookRoutes({ ...deps, mail, ...app.webhooks })
  const imports = importRoutes({ ...deps, ...app.imports })
  const dayNotes = dayNoteRoutes(deps)
  const waitingList = waitingListRoutes(deps)
  const recalls = recallRoutes(deps)
  const service = serviceRoutes(app)
  const keepOpen = (request: Request) => whole.server?.timeout(request, 0)
  const changes = changeRoutes({ route, store, keepOpen, ...app.streams })
  const audit = auditRoutes(deps)
  const auth = authRoutes({ ...passkeyDeps, setupLink })
  // The pages of patients have rate limits of their own. Sign-ins of members do not make these pages refuse requests.
  const visitDeps = { store, limit: limitRate(rateLimit), now }
  const visit = visitRoutes(visitDeps)
  const unsubscribe = unsubscribeRoutes(visitDeps)
  const bookingDeps = { ...visitDeps, limit: limitRate(rateLimit), channels, ceilings: app.ceilings }
  const booking = onlineBookingRoutes(bookingDeps)
  const bookingPage = bookingPageRoutes(bookingDeps)

  const ways = { repeats: new Repeats(store.retries, now), reading: store.reading }
  const api = mount('/api/v1', ways, {
    'GET /me': practice.me,
    'PATCH /me': practice.updateMe,
    'GET /me/sessions': sessions.list,
    'DELETE /me/sessions/:sessionId': sessions.end,
    'POST /me/sign-out': sessions.signOut,
    'GET /me/passkeys': passkeys.list,
    'POST /me/passkeys/options': passkeys.begin,
    'POST /me/passkeys': passkeys.add,
    'PATCH /me/passkeys/:passkeyId': passkeys.rename,
    'DELETE /me/passkeys/:passkeyId': passkeys.remove,
    'POST /me/passkey-check/options': passkeys.beginCheck,
    'POST /me/passkey-check': passkeys.check,
    'GET /me/tokens': tokens.list,
    'POST /me/tokens': tokens.create,
    'DELETE /me/tokens/:tokenId': tokens.revoke,

    'GET /me/calendar-feeds': feeds.list,
    'POST /me/calendar-feeds': feeds.create,
    'DELETE /me/calendar-feeds/:feedId': feeds.end,

    'GET /calendar-feeds': feeds.listAll,
    'DELETE /calendar-feeds/:feedId': feeds.endAny,

    'GET /tokens': tokens.listAll,
    'DELETE /tokens/:tokenId': tokens.revokeAny,

    'GET /members': members.list,
    'POST /members': members.invite,
    'GET /members/:memberId': members.read,
    'PATCH /members/:memberId': members.update,
    'POST /members/:memberId/link': members.replaceLink,

    'GET /practice': practice.read,
    'PATCH /practice': practice.update,
    'GET /practice/reminders': reminders.readSettings,
    'PATCH /practice/reminders': reminders.updateSettings,
    'POST /practice/reminders/preview': reminders.preview,

    'GET /service/health': service.health,

    'GET /changes': changes.list,

    'GET /audit': audit.list,

    'GET /patients': patients.list,
    'POST /patients': patients.create,
    'POST /patients/phone-check': phoneCheckRoute(deps),
    'GET /patients/duplicates': patients.duplicates,
    'GET /patients/:patientId': patients.read,
    'PATCH /patients/:patientId': patients.update,
    'DELETE /patients/:patientId': patients.remove,
    'GET /patients/:patientId/export': person.export,
    'GET /patients/:patientId/export/page': person.exportPage,
    'POST /patients/:patientId/erase': person.erase,
    'POST /patients/:patientId/merge': patients.merge,
    'POST /patients/:patientId/tags/:tagId': patients.toggleTag,
    'GET /patients/:patientId/appointments': patientAppointments.list,
    'GET /patients/:patientId/reminders': reminders.ofPatient,
    'GET /patients/:patientId/notes': notes.list,
    'POST /patients/:patientId/notes': notes.create,
    'PATCH /patients/:patientId/notes/:noteId': notes.update,
    'DELETE /patients/:patientId/notes/:noteId': notes.remove,

    'GET /tags': tags.list,
    'POST /tags': tags.create,
    'GET /tags/:tagId': tags.read,
    'PATCH /tags/:tagId': tags.update,
    'DELETE /tags/:tagId': tags.remove,

    'GET /chairs': chairs.list,
    'POST /chairs': chairs.create,
    'GET /chairs/:chairId': chairs.read,
    'PATCH /chairs/:chairId': chairs.update,
    'DELETE /chairs/:chairId': chairs.remove,
    'GET /closures': closures.list,
    'POST /closures': closures.create,
    'GET /closures/holidays': closures.holidays,
    'GET /closures/:closureId': closures.read,
    'PATCH /closures/:closureId': closures.update,
    'DELETE /closures/:closureId': closures.remove,
    'GET /absences': absences.list,
    'POST /absences': absences.create,
    'GET /absences/:absenceId': absences.read,
    'PATCH /absences/:absenceId': absences.update,
    'DELETE /absences/:absenceId': absences.remove,

    'GET /appointment-types': appointmentTypes.list,
    'POST /appointment-types': appointmentTypes.create,
    'GET /appointment-types/:appointmentTypeId': appointmentTypes.read,
    'PATCH /appointment-types/:appointmentTypeId': appointmentTypes.update,
    'DELETE /appointment-types/:appointmentTypeId': appointmentTypes.remove,

    'GET /appointments/availability': availability.find,
    'GET /appointments': appointments.list,
    'POST /appointments': appointments.book,
    'POST /appointments/moves': moves.move,
    'POST /appointments/series': series.book,
    'GET /appointments/search': patientAppointments.search,
    'GET /appointments/:appointmentId': appointments.read,
    'PATCH /appointments/:appointmentId': appointments.update,
    'DELETE /appointments/:appointmentId': appointments.remove,
    'GET /appointments/:appointmentId/progress': progress.read,
    'POST /appointments/:appointmentId/progress': progress.note,
    'DELETE /appointments/:appointmentId/progress': progress.takeBack,
    'POST /appointments/:appointmentId/cancel': cancellations.cancel,
    'GET /appointments/:appointmentId/cancellation': cancellations.read,
    'DELETE /appointments/:appointmentId/cancellation': cancellations.remove,
    'GET /appointments/:appointmentId/reminders': reminders.ofAppointment,
    'GET /series/:seriesId': series.read,
    'POST /series/:seriesId/moves': series.move,
    'POST /series/:seriesId/cancellations': series.cancel,
    'GET /day': days.read,
    'GET /days': days.list,
    'POST /day-notes': dayNotes.create,
    'GET /day-notes/:dayNoteId': dayNotes.read,
    'PATCH /day-notes/:dayNoteId': dayNotes.update,
    'DELETE /day-notes/:dayNoteId': dayNotes.remove,

    'GET /inbox': inbox.list,
    'POST /inbox/marks': inbox.mark,
    'DELETE /inbox/marks/:markId': inbox.unmark,
    'POST /inbox/calls': inbox.call,
    'DELETE /inbox/calls/:callId': inbox.uncall,
    'GET /waiting-list': waitingList.list,
    'POST /waiting-list': waitingList.create,
    'GET /waiting-list/:waitingId': waitingList.read,
    'PATCH /waiting-list/:waitingId': waitingList.update,
    'DELETE /waiting-list/:waitingId': waitingList.remove,
    'POST /waiting-list/:waitingId/book': waitingList.book,
    'GET /recalls': recalls.list,
    'POST /recalls/:patientId/contacts': recalls.contact,
    'DELETE /recalls/:patientId/contacts/:contactId': recalls.takeBack,
    'GET /openings': openings.list,
    'GET /openings/why': openings.why,
    'GET /webhooks': webhooks.list,
    'POST /webhooks': webhooks.create,
    'GET /webhooks/:webhookId': webhooks.read,
    'PATCH /webhooks/:webhookId': webhooks.update,
    'DELETE /webhooks/:webhookId': webhooks.remove,
    'POST /webhooks/:webhookId/test': webhooks.test,
    'POST /webhooks/:webhookId/replay': webhooks.replay,
    'GET /webhooks/:webhookId/deliveries': webhooks.deliveries,
    'GET /imports': imports.list,
    'POST /imports': imports.create,
    'GET /imports/:importId': imports.read,
    'PATCH /imports/:importId': imports.update,
    'DELETE /imports/:importId': imports.remove,
    'GET /imports/:importId/rows': imports.rows,
    'POST /imports/:importId/dry-run': imports.check,
    'POST /imports/:importId/commit': imports.commit,
    'POST /imports/:importId/undo': imports.undo,
    'GET /archive': archive.list,
    'POST /archive/:archiveId/restore': archive.restore,
    'GET /reminders/failed': reminders.failed,
    'POST /reminders/test': reminders.test,
    'POST /reminders/retry': reminders.retryAll,
    'POST /reminders/:reminderId/retry': reminders.retry,
  })

  const publicApi = mount('/api/v1/public/practices/:slug', undefined, {
    'GET /appointment-types': booking.types,
    'GET /openings': booking.times,
    'POST /holds': booking.hold,
    'POST /holds/code': booking.code,
    'POST /holds/confirm': booking.confirm,
  })

  const open = mount('', undefined, {
    'POST /auth/setup/open': auth.openSetup,
    'POST /auth/setup/options': auth.beginSetup,
    'POST /auth/setup': auth.finishSetup,
    'POST /auth/enrol/open': auth.openEnrolment,
    'POST /auth/enrol/options': auth.beginEnrolment,
    'POST /auth/enrol': auth.finishEnrolment,
    'POST /auth/sign-in/options': auth.beginSignIn,
    'POST /auth/sign-in': auth.finishSignIn,
    'POST /auth/session-end': auth.explainEnd,
    'POST /visit/look': visit.look,
    'POST /visit/answer': visit.answer,
    'POST /visit/opt-out': visit.optOut,
    'POST /visit/confirm': visit.confirm,
    'POST /visit/opt-in': visit.optIn,
    'GET /book/:slug': bookingPage.open,
    'POST /book/:slug': bookingPage.press,
    'GET /calendar/:file': feedRoute({ ...visitDeps, limit: limitRate(rateLimit) }),
    'GET /unsubscribe/:token': unsubscribe.open,
    'POST /unsubscribe/:token': unsubscribe.press,
  })

  const sights: SightKeeper = {
    saw: (practiceId, act, sight, isMore) =>
      store.reads.saw(practiceId, act, sight, { strict: strictReads, isMore }),
    kept: strictReads ? () => store.reads.flush() : undefined,
  }
  const keepRefusal: KeepRefusal = (practiceId, act, code) => store.refusals.refused(practiceId, act, code)

  // The limit for files is higher: a page loads several files, and people who share an IP address may open it at the
  // same time.
  const limitFiles = limitRate(rateLimit && { perMinute: 10 * rateLimit.perMinute })
  const documentation = docs(
    (app) => app.use(api.plugin).use(publicApi.plugin),
    packageJson.version,
    limitFiles,
  )
  const website = pages(limitFiles)
  // Only these paths, `healthPaths` and the public routes of the API need no token. An unknown path needs a token: the
  // router may interpret an unusual address differently.
  const openPaths = [open, documentation, website].flatMap(({ routes }) => routes.map(({ path }) => path))

  // Elysia's default for `normalize` would drop unknown fields of an answer instead of refusing them. A host may be
  // shorter than Elysia expects by default. Then Elysia would begin the path too late.
  const whole = new Elysia({ normalize: false, handler: { standardHostname: false } })
  const connectionOf = (request: Request) => whole.server?.requestIP(request)?.address
  const hostNamed = (request: Request) => namedHost(request, hostHeader, () => connectionOf(request))
  if (app.beforeAnswer) whole.onAfterHandle({ as: 'global' }, app.beforeAnswer)
  return whole
    .headers(securityHeaders({ https }))
    .onError({ as: 'global' }, answerProblems(reportFault, reportRefusal, troubleOf, keepRefusal))
    .onRequest(
      gate({
        authenticate: (token, requestId, path, serves) =>
          authenticate(store, token, now(), {
            times: sessionTimes,
            isUse: !askedByPages.includes(path),
            serves,
            reportFault: (error) => reportFault({ requestId, error }),
          }),
        recognise: (token) => recognise(store.identity, token),
        open: [...openPaths, ...healthPaths],
        openRoutes: publicApi.routes,
        anywhere: healthPaths,
        findSite: (request, asSeen) => sites.at(() => hostNamed(request), asSeen),
        leadElsewhere: (request) =>
          sites.leadElsewhere(hostNamed(request), (name) => request.headers.get(name)),
        allowedOrigins,
        observe,
        shares: rateLimit && sharesOf(rateLimit),
        visited: (path) => {
          const slug = slugIn(path)
          if (slug !== undefined) return store.identity.practiceAtSlug(slug)
          return feedIn(store.identity, path)?.practiceId ?? null
        },
        addressOf: (request) => callerAddress(request, addressHeader, () => connectionOf(request)),
        sights,
        reportFault,
        isStopping,
        now,
      }),
    )
    .onAfterResponse({ as: 'global' }, observing(observe))
    .use(api.plugin)
    .use(publicApi.plugin)
    .use(open.plugin)
    .use(documentation)
    .use(website)
}
