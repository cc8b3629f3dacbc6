import { type Column, getTableColumns } from 'drizzle-orm'
import { idOfText } from '../../../db/stored-id.ts'
import { type SourceName, sources } from './archived-rows.ts'

/**
 * Turns a row of the archive into the form in which its own table would return it. Columns that only the service needs
 * are left out.
 */
export function archivedRow(source: string, json: string): Record<string, unknown> {
  const stored = JSON.parse(json) as Record<string, unknown>
  const from = sources[source as SourceName]
  if (from === undefined) return without(stored, ['practice_key'])
  const row = Object.entries<Column>(getTableColumns(from.table)).flatMap(
    ([key, column]): [string, unknown][] =>
      column.name in stored ? [[key, fieldOf(column, stored[column.name])]] : [],
  )
  return without(Object.fromEntries(row), ['practiceKey', ...from.derived])
}

const without = (row: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)))

function fieldOf(column: Column, stored: unknown): unknown {
  if (stored === null) return null
  if (column.dataType === 'custom' && typeof stored === 'string') return idOfText(stored)
  if (column.dataType === 'json' && typeof stored !== 'string') return stored
  return ['boolean', 'json', 'custom'].includes(column.dataType) ? column.mapFromDriverValue(stored) : stored
}
