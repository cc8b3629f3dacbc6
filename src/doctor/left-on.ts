import { existsSync } from 'node:fs'
import { type CheckContext, type Finding, ok, warn } from './finding.ts'

const settingsFile = '/etc/chairside.env'

/** Whether a setting that is meant for only one start is still on. `settings` is the file that holds the settings. */
export function leftOn({ config }: CheckContext, settings = settingsFile): Finding[] {
  const { replica, databasePath, firstBoot, wins } = config
  if (replica === undefined || !existsSync(databasePath)) return []
  const left = [
    ...(firstBoot ? ['FIRST_BOOT'] : []),
    ...(wins === null ? [] : [wins === 'disk' ? 'DISK_WINS' : 'STORE_WINS']),
  ]
  const [name] = left
  if (name === undefined) return [ok('settings', 'none is left on that is meant for one start')]
  return left.map((name) =>
    warn(
      'settings',
      `${name}=yes is meant for one start, and it is still on`,
      existsSync(settings)
        ? `Type: sed -i '/^ *${name}=/d' ${settings} && systemctl restart chairside`
        : `Remove ${name} from the settings, and start the service again`,
    ),
  )
}
