import { Elysia } from 'elysia'
import packageJson from '../package.json' with { type: 'json' }
import { appointmentRoutes } from './features/appointments/routes.ts'
import { availabilityRoutes } from './features/availability/routes.ts'
import { chairRoutes } from './features/chairs/routes.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { patientRoutes } from './features/patients/routes.ts'
import { meRoutes } from './features/practice/me.ts'
import { practiceRoutes } from './features/practice/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { authenticate } from './features/tokens/actions.ts'
import { docs } from './http/docs.ts'
import { gate } from './http/gate.ts'
import { answerProblems, type ReportFault } from './http/problems.ts'
import type { Store } from './store/store.ts'
import { troubleOf } from './store/trouble.ts'

export interface AppDeps {
  readonly store: Pick<Store, 'practices' | 'identity'>
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  readonly reportFault: ReportFault
}

/** The whole service: everything under `/api/v1` behind one gate, the documentation beside it. */
export function createApp({ store, now, reportFault }: AppDeps) {
  const deps = { practices: store.practices, now }

  const api = new Elysia({ prefix: '/api/v1', normalize: false })
    .use(meRoutes(deps))
    .use(practiceRoutes(deps))
    .use(patientRoutes(deps))
    .use(noteRoutes(deps))
    .use(tagRoutes(deps))
    .use(chairRoutes(deps))
    .use(availabilityRoutes(deps))
    .use(appointmentRoutes(deps))

  // Elysia's default for `normalize` would drop unknown fields instead of refusing them.
  return new Elysia({ normalize: false })
    .onError({ as: 'global' }, answerProblems(reportFault, troubleOf))
    .onRequest(gate((token) => authenticate(store.identity, token, now())))
    .use(api)
    .use(docs(api, packageJson.version))
}
