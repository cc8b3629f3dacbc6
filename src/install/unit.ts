import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The systemd unit of a server without an object store. The operator's page shows the same text. */
const plain = readFileSync(join(import.meta.dir, 'units/chairside.service'), 'utf8')

/**
 * The systemd unit for an installation. `replicaUrl` is the setting REPLICA_URL; undefined without an object store.
 * With an object store, the unit refuses a start without REPLICA_URL. If the store is a folder, the service may write
 * there.
 */
export function unitText(replicaUrl: string | undefined): string {
  if (replicaUrl === undefined) return plain
  const unit = plain.replace('src/main.ts', 'src/main.ts --replicated')
  const url = URL.parse(replicaUrl)
  if (url?.protocol !== 'file:') return unit
  return unit.replace(
    'ProtectSystem=strict\n',
    `ProtectSystem=strict\nReadWritePaths=${quoted(decodeURIComponent(url.pathname))}\n`,
  )
}

/**
 * A path as one quoted word of a unit file. A percent sign has a special meaning there (systemd.syntax(7),
 * systemd.unit(5)).
 */
const quoted = (path: string): string => JSON.stringify(path).replaceAll('%', '%%')
