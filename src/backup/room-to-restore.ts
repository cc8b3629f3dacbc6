import { inMegabytes, roomBeside } from '../store/engine/room.ts'
import { BackupError } from './litestream.ts'

/** How the message begins when the disk has no room for a restored backup. */
const begin = 'there is no room to restore the backup'

/**
 * Checks whether the disk has room for a restored backup beside the database, with Litestream's own files. `purpose`
 * is the purpose of the restored backup in words, such as `to verify it`.
 * @throws BackupError when these files would fill the disk.
 */
export function requireRoomToRestore(path: string, purpose: string): void {
  const { free, neededToVerify } = roomBeside(path)
  if (free < neededToVerify)
    throw new BackupError(
      `${begin} ${purpose}: ${inMegabytes(free)} MB are free beside the database, and ${inMegabytes(neededToVerify)} MB are needed. Free some space on that disk`,
    )
}

/** Whether this message means that there was no room for a restored backup. */
export const isNoRoom = (message: string): boolean => message.startsWith(begin)
