import { lockHolder } from '../../db/lock.ts'
import { litestreamPid, litestreamState } from '../backup/litestream-process.ts'
import { type CheckContext, type Finding, ok, red } from './finding.ts'

/** Whether Litestream runs while the server runs. */
export function stream({ config: { replica, databasePath } }: CheckContext): Finding[] {
  if (replica === undefined || lockHolder(databasePath) === null) return []
  switch (litestreamState(replica)) {
    case 'runs':
      return [ok('stream', 'Litestream runs beside the server')]
    case 'stands still':
      return [
        red(
          'stream',
          'somebody has stopped Litestream by a signal, so nothing is sent to the object store',
          `Type: kill -CONT ${litestreamPid(replica)}`,
        ),
      ]
    case 'gone':
      return [
        red(
          'stream',
          'Litestream does not run, so nothing is sent to the object store',
          'Wait a minute and look again, because the server starts it again. If it is still gone, type: journalctl -u chairside -n 50',
        ),
      ]
    default:
      return []
  }
}
