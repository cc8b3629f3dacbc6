import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { ChairRow } from '../../store/practice/chairs.ts'
import type { chair } from './schema.ts'

export const viewChair = (row: ChairRow): Static<typeof chair> => ({
  id: row.id,
  practiceId: row.practiceId,
  name: row.name,
  color: row.color,
  position: row.position,
  active: row.active,
  workingHours: row.workingHours as Static<typeof chair>['workingHours'],
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
