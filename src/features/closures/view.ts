import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { ClosureRow } from '../../store/practice/closures.ts'
import type { closure } from './schema.ts'

export const viewClosure = (row: ClosureRow): Static<typeof closure> => ({
  id: row.id,
  practiceId: row.practiceId,
  name: row.name,
  fromDate: row.fromDate,
  throughDate: row.throughDate,
  startTime: row.startTime,
  endTime: row.endTime,
  yearly: row.yearly,
  chairIds: row.chairIds && [...row.chairIds],
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
