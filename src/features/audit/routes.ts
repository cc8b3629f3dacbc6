import { lookupId } from '../../domain/id.ts'
import { pagesOf } from '../../http/pages.ts'
import { readQueryInstant } from '../../http/shape.ts'
import { readTrail } from '../../store/audit/audit-list.ts'
import type { Deps } from '../shared/deps.ts'
import { browseTrail, lookAt } from './actions.ts'
import { auditPage, auditQuery, trailCursors } from './schema.ts'
import { viewing } from './view.ts'

/** The audit trail (RULES §14), for owners who are signed in. */
export const auditRoutes = ({ route }: Deps) => ({
  list: route(
    {
      id: 'listAudit',
      tag: 'Trust',
      summary: 'Read the audit trail',
      description:
        'Lists who did what in the practice, newest first: sign-ins, refusals, every record that was shown or changed, messages and settings. With `patientId`, the answer lists who has seen or changed the record of this patient. With `memberId`, `from` or `to`, the acts are in the order of time. Nobody can change the trail. Reading the trail adds a row to it, too. Owners only, signed in with a passkey.',
      who: 'signed-in owner',
      query: auditQuery,
      answer: auditPage,
      streams: true,
    },
    ({ practice, caller, query, saw }) => {
      const { patientId, memberId, from, to, kind, limit = '50', cursor } = query
      const filter = {
        patientId: patientId && lookupId(patientId),
        memberId: memberId && lookupId(memberId),
        from: from === undefined ? undefined : readQueryInstant(from),
        to: to === undefined ? undefined : readQueryInstant(to),
        kind,
      }
      const page = browseTrail(practice, filter, cursor, Number(limit))
      saw(lookAt(caller.practiceId, filter, page))
      return {
        events: pagesOf(() => readTrail(practice.read, page.rows), viewing(practice.read)),
        next: page.next && trailCursors.textOf(page.next),
      }
    },
  ),
})
