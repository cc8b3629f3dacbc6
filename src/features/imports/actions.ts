import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { type ImportField, isFieldOf, isJoined } from '../../domain/import/fields.ts'
import {
  beforeCommit,
  type DuplicateKind,
  type ImportKind,
  type ImportState,
  mostFileBytes,
  mostImports,
  mostOpenImports,
  undoableMs,
} from '../../domain/import/kinds.ts'
import { separatorOf } from '../../domain/import/text.ts'
import { requireRoom as requireRoomFor } from '../../domain/limits.ts'
import { conflict, found, type Issue, invalid } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { requireMatch } from '../../domain/version.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { decideRow, findRow, listRows } from '../../store/imports/import-rows.ts'
import {
  countOpenImports,
  findImport,
  findWork,
  hasImportAtWork,
  type ImportRecord,
  insertImport,
  listImports,
  removeImport,
  removeSomeRows,
  untouched,
  updateImport,
  updateWork,
} from '../../store/imports/imports.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import type { ImportFiles } from './files.ts'
import { type Question, questionsOf, questionsOfMapping } from './questions.ts'
import { recordImport } from './record.ts'
import type { UpdateImport } from './schema.ts'
import { firstRows } from './table.ts'
import type { ShownImport } from './view.ts'

/** How many rows are removed at a time. */
const removedAtOnce = 500
/** A line number after the last line of every file. */
const behindAll = Number.MAX_SAFE_INTEGER

/** The imports of the practice, newest first. */
export const browseImports = ({ read }: Practice): ShownImport[] =>
  listImports(read).map((record) => shown(read, record))

const shown = (scope: Scope, record: ImportRecord): ShownImport => ({
  record,
  work: found(findWork(scope, record.id)),
})

/** One import with the first cells of its columns. @throws `not_found`. */
export async function readImport({ read }: Practice, id: string, files: ImportFiles): Promise<ShownImport> {
  const one = shown(read, found(findImport(read, id)))
  const { separator, encoding, columns, fileRemovedAt } = one.record
  if (fileRemovedAt !== null || columns.length === 0) return one
  const rows = (await firstRows(files.head(id, encoding), separator, 20)).slice(1)
  const examples = columns.map((_, i) =>
    rows
      .map(({ cells }) => (cells[i] ?? '').trim().slice(0, 100).toWellFormed())
      .filter((cell) => cell !== '')
      .slice(0, 3),
  )
  return { ...one, examples }
}

/** @throws `conflict` while another import is at work. */
function requireNoneAtWork(scope: Scope): void {
  if (hasImportAtWork(scope))
    throw conflict('The service is at work on another import of this practice. Wait until that has ended.')
}

/** @throws `conflict` while another import is at work, when five files wait, and when there are 200 imports. */
export function requireRoomForImport(scope: Scope): void {
  requireNoneAtWork(scope)
  const waiting = `${mostOpenImports} files wait, and there can be no more. Commit or delete one first.`
  requireRoomFor(countOpenImports(scope), mostOpenImports, waiting)
  const tooMany = `There are ${mostImports} imports, and there can be no more. Delete one first.`
  requireRoomFor(listImports(scope).length, mostImports, tooMany)
}

/** A file that is uploaded, and the member who uploads it. */
interface NewImport {
  readonly kind: ImportKind
  readonly name: string
  readonly userId: string
}

/**
 * Stores a file, and begins to read it. `requireCaller` checks the caller inside the transaction.
 * @throws `validation_failed` for an empty file. `conflict` as `requireRoomForImport`. TooManyBytes.
 */
export async function createImport(
  practice: Practice,
  { kind, name, userId }: NewImport,
  body: AsyncIterable<Uint8Array>,
  files: ImportFiles,
  requireCaller: (scope: Scope) => void,
  now: number,
  id = newId(now),
): Promise<ShownImport> {
  const { bytes, encoding } = await files.keep(id, body, mostFileBytes)
  try {
    if (bytes === 0) throw invalid([{ path: '', message: 'is empty; send the file as the body' }])
    const separator = separatorOf(files.head(id, encoding))
    return await practice.write((tx) => {
      requireCaller(tx)
      requireRoomForImport(tx)
      insertImport(tx, newImportRow(id, { kind, name, userId, bytes, encoding, separator }, now))
      return written(tx, id, null)
    })
  } catch (error) {
    files.remove(id)
    throw error
  }
}

/** The row of an import whose file has arrived. */
export const newImportRow = (
  id: string,
  { name, userId, ...file }: NewImport & Pick<ImportRecord, 'bytes' | 'encoding' | 'separator'>,
  now: number,
): Parameters<typeof insertImport>[1] => ({
  ...file,
  id,
  source: name,
  createdBy: userId,
  state: 'reading',
  problem: null,
  problemLine: null,
  rows: null,
  columns: [],
  values: [],
  duplicates: {},
  reminders: false,
  paused: false,
  fileRemovedAt: null,
  committedAt: null,
  undoneAt: null,
  createdAt: now,
  updatedAt: now,
})

function written(tx: WriteScope, id: string, before: ImportRecord | null): ShownImport {
  const after = shown(tx, found(findImport(tx, id)))
  recordImport(tx, before, after.record)
  return after
}

const refuse = (state: ImportState) =>
  conflict(`The import is \`${state}\`, and this cannot be done with it now. Read it again.`)

function requireState({ state }: ImportRecord, ...states: readonly ImportState[]): void {
  if (!states.includes(state)) throw refuse(state)
}

/**
 * Changes an import by the rules of PATCH (RULES §1). A change of the columns or of the values needs another dry run.
 * @throws `not_found`; `validation_failed`; `conflict` when the state of the import does not allow the change.
 */
export const editImport = (practice: Practice, id: string, body: UpdateImport, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findImport(tx, id))
    const { columns, values, duplicates, decisions: choices, paused, reminders } = body
    const mapping = columns !== undefined || values !== undefined
    if (mapping || duplicates !== undefined) requireState(before, 'ready', 'checked')
    if (choices !== undefined) requireState(before, 'checked')
    if (paused !== undefined && paused !== before.paused) requireState(before, 'committing', 'undoing')
    if (reminders === false && before.reminders && !beforeCommit.includes(before.state))
      throw conflict(
        'Patients are reminded of these appointments by now. Change the appointments one by one.',
      )
    const after = amended(
      before,
      {
        ...(columns && { columns: mappedBy(tx, before, columns) }),
        ...(values && { values }),
        ...(duplicates && { duplicates: decided(before, duplicates) }),
        ...(paused !== undefined && { paused }),
        ...(reminders !== undefined && { reminders }),
      },
      now,
      (changes) => {
        const again = mapping && before.state === 'checked' ? { state: 'ready' as const } : {}
        updateImport(tx, id, { ...changes, ...again })
        // Another process may hold a lease that it does not use any more.
        if (paused !== undefined) updateWork(tx, id, { lease: null, leaseUntil: null })
        if (reminders && before.state === 'committed') updateWork(tx, id, { remindedLine: 0 })
      },
    )
    const decidedRows = choices === undefined ? 0 : decide(tx, id, choices)
    if (after === before && decidedRows === 0) return shown(tx, before)
    if (after === before) updateImport(tx, id, { updatedAt: now })
    return written(tx, id, before)
  })

function mappedBy(
  scope: Scope,
  { kind, columns }: ImportRecord,
  changes: NonNullable<UpdateImport['columns']>,
): ImportRecord['columns'] {
  const own = settingsOf(found(findPractice(scope))).ownFields
  const issues: Issue[] = []
  const mapped = [...columns]
  for (const [i, { column, field, dateOrder }] of changes.entries()) {
    const before = mapped[column]
    if (before === undefined)
      issues.push({ path: `columns.${i}.column`, message: 'must be a column of the file' })
    else if (field != null && !isFieldOf(kind, field, own))
      issues.push({ path: `columns.${i}.field`, message: `must be a field of ${kind}` })
    else
      mapped[column] = {
        ...before,
        ...(field !== undefined && { field }),
        ...(dateOrder !== undefined && { dateOrder }),
      }
  }
  const taken = new Set<ImportField>()
  for (const [column, { field }] of mapped.entries()) {
    if (field === null || isJoined(field)) continue
    const i = changes.findIndex((change) => change.column === column)
    if (taken.has(field))
      issues.push({
        path: i < 0 ? 'columns' : `columns.${i}.field`,
        message: 'must fill a field that no other column fills',
      })
    taken.add(field)
  }
  if (issues.length > 0) throw invalid(issues)
  return mapped
}

const decided = (
  { duplicates }: ImportRecord,
  changes: NonNullable<UpdateImport['duplicates']>,
): ImportRecord['duplicates'] =>
  Object.fromEntries(
    Object.entries({ ...duplicates, ...changes }).filter(([, decision]) => decision !== null),
  )

/**
 * Stores decisions about single rows. Returns how many.
 * @throws `validation_failed` for a row that is not a duplicate.
 */
function decide(tx: WriteScope, id: string, decisions: NonNullable<UpdateImport['decisions']>): number {
  const undecided = { ...found(findWork(tx, id)).undecided }
  const issues = decisions.flatMap(({ line, decision }, i): Issue[] => {
    const row = findRow(tx, id, line)
    if (row === null || !decideRow(tx, id, line, decision))
      return [{ path: `decisions.${i}.line`, message: 'must be the line of a likely duplicate' }]
    const kind = row.reason as DuplicateKind
    const waits = (one: typeof decision) => (one === null ? 1 : 0)
    undecided[kind] = (undecided[kind] ?? 0) + waits(decision) - waits(row.decision)
    return []
  })
  if (issues.length > 0) throw invalid(issues)
  updateWork(tx, id, { undecided })
  return decisions.length
}

const unanswered = (questions: readonly Question[]) =>
  conflict(
    'The import has open questions. Answer them first: `questions` of the import lists them.',
    questions.slice(0, 100).map(({ code, column, fields }) =>
      code === 'duplicates'
        ? { path: 'duplicates', message: 'must say what is done with likely duplicates' }
        : column === null
          ? { path: 'columns', message: `must fill one of the fields ${fields.join(', ')}` }
          : {
              path: `columns.${column}.dateOrder`,
              message: 'must say whether the day or the month comes first',
            },
    ),
  )

/** Begins the dry run. @throws `not_found`; `conflict`. */
export const checkImport = (practice: Practice, id: string, now: number) =>
  practice.write((tx) => {
    const before = found(findImport(tx, id))
    requireState(before, 'ready', 'checked')
    const questions = questionsOfMapping(before)
    if (questions.length > 0) throw unanswered(questions)
    return begin(tx, before, { state: 'checking' }, now)
  })

/** The first checks of a commit, inside its transaction: the caller, and the room on the disk. */
interface CommitChecks {
  readonly requireCaller: (scope: Scope) => void
  readonly requireRoom: () => void
}

/** Begins the commit. @throws `not_found`; `conflict`; what the checks throw. */
export const commitImport = (
  practice: Practice,
  id: string,
  { requireCaller, requireRoom }: CommitChecks,
  now: number,
) =>
  practice.write((tx) => {
    requireCaller(tx)
    const before = found(findImport(tx, id))
    requireState(before, 'checked')
    const questions = questionsOf(before, found(findWork(tx, id)))
    if (questions.length > 0) throw unanswered(questions)
    requireRoom()
    updateWork(tx, id, { line: 0, done: 0 })
    return begin(tx, before, { state: 'committing' }, now)
  })

/** Begins to take the rows back. @throws `not_found`; `conflict`. */
export const undoImport = (
  practice: Practice,
  id: string,
  requireCaller: (scope: Scope) => void,
  now: number,
) =>
  practice.write((tx) => {
    requireCaller(tx)
    const before = found(findImport(tx, id))
    requireState(before, 'committed')
    if (before.committedAt! + undoableMs <= now)
      throw conflict('The import was committed more than 30 days ago, so it cannot be undone.')
    updateWork(tx, id, { line: behindAll, done: 0, remindedLine: null })
    return begin(tx, before, { state: 'undoing' }, now)
  })

function begin(
  tx: WriteScope,
  before: ImportRecord,
  changes: { readonly state: ImportState },
  now: number,
): ShownImport {
  requireNoneAtWork(tx)
  updateImport(tx, before.id, { ...changes, updatedAt: now })
  updateWork(tx, before.id, {
    ...(changes.state === 'checking' && untouched),
    lease: null,
    leaseUntil: null,
  })
  return written(tx, before.id, before)
}

/**
 * Deletes an import that has written no records, was undone, or cannot be undone any more. Removes its file and what is
 * stored about its rows. The rows are removed in short transactions, which `upkeep` writes.
 * @throws `not_found`; `conflict`.
 */
export async function deleteImport(
  practice: Practice,
  upkeep: Practice,
  id: string,
  files: ImportFiles,
  now: number,
): Promise<void> {
  await practice.write((tx) => {
    const before = requireMatch(tx, findImport(tx, id))
    const isOver = before.committedAt !== null && before.committedAt + undoableMs <= now
    const states = isOver ? (['committed'] as const) : []
    requireState(before, ...beforeCommit, 'undone', ...states)
    // So no process goes on with the import meanwhile.
    if (before.committedAt === null) updateImport(tx, id, { state: 'expired' })
    updateWork(tx, id, { lease: null, leaseUntil: null })
    recordImport(tx, before, null)
  })
  files.remove(id)
  for (let more = true; more; )
    more = await upkeep.write((tx) => {
      const isLast = removeSomeRows(tx, id, removedAtOnce) < removedAtOnce
      if (isLast) removeImport(tx, id)
      return !isLast
    })
}

/** The rows of an import after a line. @throws `not_found`. */
export function browseRows(
  { read }: Practice,
  id: string,
  outcome: Parameters<typeof listRows>[4],
  after: number,
  limit: number,
) {
  found(findImport(read, id))
  const rows = listRows(read, id, after, limit + 1, outcome)
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? page.at(-1)!.line : null }
}
