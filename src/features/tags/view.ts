import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { TagRow } from '../../store/patients/tags.ts'
import type { tag } from './schema.ts'

export const viewTag = (row: TagRow): Static<typeof tag> => ({
  id: row.id,
  practiceId: row.practiceId,
  name: row.name,
  color: row.color,
  alert: row.alert,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
