import { type HealthFinding, healthFindings, type ServiceHealth } from '../domain/service-health.ts'
import { type DiskRoom, isEnough, isLow, roomBeside } from '../store/engine/room.ts'
import { worriesAbout } from './backup-state.ts'
import type { Health } from './readiness.ts'

/** The state of the service, from the same facts as the readiness, and from the room on the disk of the database. */
export async function serviceHealth(
  health: Health,
  databasePath: string,
  upkeep: { readonly leavesAlone: boolean },
): Promise<ServiceHealth> {
  const writable = await health.writable()
  const state = health.backups?.()
  const room = roomOrNull(databasePath)
  const found: Record<HealthFinding, boolean> = {
    ...unfounded,
    not_saving: !writable,
    standing_still: health.beats.late().length > 0,
    no_backup: state === undefined,
    upkeep_failing: upkeep.leavesAlone,
    disk_full: room !== null && !isEnough(room),
    disk_low: room !== null && isEnough(room) && isLow(room),
  }
  const worries = state === undefined ? [] : worriesAbout(state, health)
  for (const worry of worries) found[worry] = true
  found.backup_new = state?.verifiedAt === null && worries.length === 0
  return {
    findings: names.filter((name) => found[name]),
    backup: state === undefined ? null : { verifiedAt: state.verifiedAt, lagMs: state.lagMs },
    freeBytes: room?.free ?? null,
  }
}

const names = Object.keys(healthFindings) as HealthFinding[]
const unfounded = Object.fromEntries(names.map((name) => [name, false])) as Record<HealthFinding, false>

function roomOrNull(path: string): DiskRoom | null {
  try {
    return roomBeside(path)
  } catch {
    // The disk does not answer. Then writes fail, too.
    return null
  }
}
