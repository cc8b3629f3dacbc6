/** Imports of patients, appointments and notes from the files of other programs (RULES §35). */
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ImportField, NamedField } from '../../src/domain/import/fields.ts'
import type { DuplicateDecision, DuplicateKind, RowOutcome } from '../../src/domain/import/kinds.ts'
import type { ImportColumn, ImportValue } from '../../src/domain/import/mapping.ts'
import {
  decisionCodes,
  encodingCodes,
  fileProblemCodes,
  importKindCodes,
  importStateCodes,
  outcomeCodes,
  rowReasonCodes,
  separatorCodes,
} from '../codes.ts'
import { instant, oneOf, recordId, times, version } from './columns.ts'
import { users } from './members.ts'
import { practiceKey } from './practice.ts'

export const imports = sqliteTable(
  'imports',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    kind: oneOf(importKindCodes)().notNull(),
    /** The name of the program that the file comes from. External ids and mappings belong to this program. */
    source: text().notNull(),
    state: oneOf(importStateCodes)().notNull(),
    problem: oneOf(fileProblemCodes)(),
    problemLine: integer('problem_line'),
    createdBy: recordId('created_by').notNull(),
    bytes: integer().notNull(),
    encoding: oneOf(encodingCodes)().notNull(),
    separator: oneOf(separatorCodes)().notNull(),
    /** How many rows the file has; null until they were counted. */
    rows: integer(),
    columns: text({ mode: 'json' }).$type<readonly ImportColumn[]>().notNull(),
    values: text({ mode: 'json' }).$type<readonly ImportValue[]>().notNull(),
    duplicates: text({ mode: 'json' }).$type<Partial<Record<DuplicateKind, DuplicateDecision>>>().notNull(),
    reminders: integer({ mode: 'boolean' }).notNull(),
    paused: integer({ mode: 'boolean' }).notNull(),
    /** When the file was removed. The file itself is beside the database. */
    fileRemovedAt: instant('file_removed_at'),
    committedAt: instant('committed_at'),
    undoneAt: instant('undone_at'),
    ...times(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.id] }),
    index('imports_newest').on(t.practiceKey, t.createdAt, t.id),
    foreignKey({ columns: [t.practiceKey, t.createdBy], foreignColumns: [users.practiceKey, users.id] }),
  ],
)

/** The progress of the work on an import. The progress has a row of its own, because it changes with every step. */
export const importProgress = sqliteTable(
  'import_progress',
  {
    practiceKey: practiceKey(),
    id: recordId().notNull(),
    /** The line of the last row that was handled. */
    line: integer().notNull(),
    done: integer().notNull(),
    counts: text({ mode: 'json' }).$type<Partial<Record<RowOutcome, number>>>().notNull(),
    undecided: text({ mode: 'json' }).$type<Partial<Record<DuplicateKind, number>>>().notNull(),
    unknown: text({ mode: 'json' })
      .$type<readonly { readonly field: NamedField; readonly value: string; readonly rows: number }[]>()
      .notNull(),
    /** The line up to which the reminders were switched on; null while nobody has asked for reminders. */
    remindedLine: integer('reminded_line'),
    /** The process that works on the import, and until when no other process may. */
    lease: text(),
    leaseUntil: instant('lease_until'),
  },
  (t) => [primaryKey({ columns: [t.practiceKey, t.id] })],
)

/** The outcome of each row of a file. The table contains no data of the file itself. */
export const importRows = sqliteTable(
  'import_rows',
  {
    practiceKey: practiceKey(),
    importId: recordId('import_id').notNull(),
    line: integer().notNull(),
    outcome: oneOf(outcomeCodes)().notNull(),
    reason: oneOf(rowReasonCodes)(),
    field: text().$type<ImportField>(),
    recordId: recordId('record_id'),
    sameAsLine: integer('same_as_line'),
    decision: oneOf(decisionCodes)(),
    /** The version of the record after the last write by the import or by its undo. */
    recordVersion: integer('record_version'),
    /** Whether the import noted the external id of the record. */
    linked: integer({ mode: 'boolean' }).notNull(),
    /**
     * The fields that the import changed and the version of the record, as they were before. For an undone row, only
     * the version.
     */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.importId, t.line] }),
    index('import_rows_outcome').on(t.practiceKey, t.importId, t.outcome, t.line),
    index('import_rows_before').on(t.practiceKey, t.recordId).where(sql`before is not null`),
  ],
)

/** The ids under which other programs know records. */
export const externalIds = sqliteTable(
  'external_ids',
  {
    practiceKey: practiceKey(),
    kind: oneOf(importKindCodes)().notNull(),
    source: text().notNull(),
    externalId: text('external_id').notNull(),
    recordId: recordId('record_id').notNull(),
    /**
     * The import that noted the id, so that an undo removes only the ids of its own import. Null for ids that are older
     * than this column.
     */
    importId: recordId('import_id'),
  },
  (t) => [
    primaryKey({ columns: [t.practiceKey, t.kind, t.source, t.externalId] }),
    index('external_ids_record').on(t.practiceKey, t.recordId),
  ],
)
