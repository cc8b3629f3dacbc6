import { auditConfirmRestore, auditExport, auditVerify } from './audit.ts'
import { backupBeginAnew, backupNow, backupVerify, restore } from './backup.ts'
import { cellsAdd, cellsDrain, cellsList } from './cells.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { keysRotate } from './keys.ts'
import { link } from './link.ts'
import { memberList } from './member.ts'
import { patientErase, patientExport } from './patient.ts'
import { practiceCreate } from './practice.ts'
import { practiceHost } from './practice-host.ts'
import { cellsListen, practiceMove } from './practice-move.ts'
import { practiceExport, practiceImport, practiceRemove } from './practice-transfer.ts'
import { proxy } from './proxy.ts'
import { routerHaproxy } from './router.ts'
import { spare } from './spare.ts'
import { tokenCreate, tokenList, tokenRevoke } from './token.ts'

/** Every command, in the order in which the help names them. */
export const commands: readonly Command[] = [
  practiceCreate,
  practiceHost,
  proxy,
  practiceExport,
  practiceImport,
  practiceRemove,
  practiceMove,
  cellsListen,
  memberList,
  tokenCreate,
  tokenList,
  tokenRevoke,
  link,
  patientExport,
  patientErase,
  keysRotate,
  demo,
  backupNow,
  backupVerify,
  backupBeginAnew,
  restore,
  spare,
  auditVerify,
  auditConfirmRestore,
  auditExport,
  cellsList,
  cellsAdd,
  cellsDrain,
  routerHaproxy,
  doctor,
]
