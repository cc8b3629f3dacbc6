import type { Static } from '@sinclair/typebox'
import { formatCursor, type RecordChange } from '../../domain/record-change.ts'
import { formatInstant } from '../../domain/time.ts'
import type { changePage } from './schema.ts'

type Told = Static<typeof changePage>['changes'][number]

export const viewChange = (epoch: number, change: RecordChange): Told => ({
  cursor: formatCursor({ epoch, seq: change.seq }),
  kind: change.kind,
  id: change.id,
  version: change.version,
  gone: change.gone,
  patientId: change.patientId,
  memberId: change.byMember,
  at: formatInstant(change.at),
})
