import { auditTrail } from './audit.ts'
import { certificate } from './certificate.ts'
import { clock } from './clock.ts'
import { diskSpace, permissions } from './disk.ts'
import type { Finding, Site } from './finding.ts'
import { leftOn } from './left-on.ts'
import { memory } from './memory.ts'
import { mail, textMessages } from './messages.ts'
import { publicAddress, service } from './service.ts'
import { objectStore, versions } from './store.ts'
import { stream } from './stream.ts'
import { transfers } from './transfers.ts'
import { units } from './units.ts'

/**
 * Looks at everything that an installation stands on, and changes nothing. With `mailTo`, a test message is sent there.
 * `bun` is the version of Bun that chairside asks for.
 */
export async function examine(
  site: Site,
  { mailTo, bun }: { mailTo: string | undefined; bun: string },
): Promise<Finding[]> {
  const findings = await Promise.all([
    service(site),
    publicAddress(site),
    certificate(site),
    mail(site, mailTo),
    textMessages(site),
    objectStore(site),
    stream(site),
    diskSpace(site),
    clock(site),
    memory(site),
    auditTrail(site),
    transfers(site),
    permissions(site),
    leftOn(site),
    units(),
    versions(site, bun),
  ])
  return findings.flat()
}
