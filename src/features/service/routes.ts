import type { Static } from '@sinclair/typebox'
import { isLeaving } from '../../domain/move.ts'
import { healthFindings, levelOf, passesByItself, type ServiceHealth } from '../../domain/service-health.ts'
import { formatInstant } from '../../domain/time.ts'
import { route } from '../../http/route.ts'
import { inMegabytes } from '../../store/engine/room.ts'
import type { Store } from '../../store/store.ts'
import { serviceHealth } from './schema.ts'

export interface ServiceDeps {
  readonly health: () => Promise<ServiceHealth>
  readonly store: Pick<Store, 'cellMoves'>
}

/**
 * What owners see of the server, which practices may share. It does not show when or how much another practice works,
 * where files are, or the details of a problem.
 */
export const serviceRoutes = ({ health, store }: ServiceDeps) => ({
  health: route(
    {
      id: 'getServiceHealth',
      tag: 'Service',
      summary: 'Read the state of the server and its backup',
      description:
        'Owners only. The answer is about the whole server, which several practices may share, and contains no records. Ask at most once a minute. This request does not extend a session, because pages send it by themselves.',
      who: 'owner',
      answer: serviceHealth,
    },
    async ({ caller }) => {
      // Only the practice that moves learns about the move.
      const leaves = isLeaving(store.cellMoves.find(caller.practiceId))
      const found = await health()
      if (!leaves) return view(found)
      return view({ ...found, findings: [...found.findings, 'practice_moves'] })
    },
  ),
})

function view({ findings, backup, freeBytes }: ServiceHealth): Static<typeof serviceHealth> {
  const tight = findings.some((finding) => finding === 'disk_low' || finding === 'disk_full')
  return {
    level: levelOf(findings),
    findings: findings.map((kind) => ({
      kind,
      level: healthFindings[kind],
      passes: passesByItself.includes(kind),
    })),
    backup: backup && {
      verifiedAt: backup.verifiedAt === null ? null : formatInstant(backup.verifiedAt),
      lagSeconds: backup.lagMs === null ? null : Math.ceil(backup.lagMs / 1000),
    },
    freeMegabytes: tight && freeBytes !== null ? inMegabytes(freeBytes) : null,
  }
}
