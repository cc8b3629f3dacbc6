import { auditTrail } from './audit.ts'
import { cell } from './cell.ts'
import { certificate } from './certificate.ts'
import { clock } from './clock.ts'
import { diskSpace, permissions } from './disk.ts'
import type { CheckContext, Finding } from './finding.ts'
import { leftOn } from './left-on.ts'
import { memory } from './memory.ts'
import { mail, textMessages } from './messages.ts'
import { moves } from './moves.ts'
import { publicAddress, service } from './service.ts'
import { objectStore, versions } from './store.ts'
import { stream } from './stream.ts'
import { transfers } from './transfers.ts'
import { units } from './units.ts'

/**
 * Checks everything that an installation depends on, and changes nothing. With `mailTo`, a test message is sent to
 * that address. `bun` is the version of Bun that chairside requires.
 */
export async function examine(
  context: CheckContext,
  { mailTo, bun }: { mailTo: string | undefined; bun: string },
): Promise<Finding[]> {
  const findings = await Promise.all([
    service(context),
    publicAddress(context),
    certificate(context),
    mail(context, mailTo),
    textMessages(context),
    objectStore(context),
    stream(context),
    diskSpace(context),
    clock(context),
    memory(context),
    auditTrail(context),
    transfers(context),
    cell(context),
    moves(context),
    permissions(context),
    leftOn(context),
    units(),
    versions(context, bun),
  ])
  return findings.flat()
}
