import { bookkeepingAct } from '../../domain/act.ts'
import { mostFileBytes, mostOpenImports } from '../../domain/import/kinds.ts'
import { conflict, Problem } from '../../domain/problem.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { uploadOf } from '../../http/upload.ts'
import type { DiskRoom } from '../../store/engine/room.ts'
import type { Scope } from '../../store/engine/scope.ts'
import type { Deps } from '../shared/deps.ts'
import { requireTouch } from '../shared/requirements.ts'
import {
  browseImports,
  browseRows,
  checkImport,
  commitImport,
  createImport,
  deleteImport,
  editImport,
  readImport,
  requireRoomForImport,
  undoImport,
} from './actions.ts'
import { type ImportFiles, TooManyBytes } from './files.ts'
import { importList, importRecord, newImportQuery, rowPage, rowsQuery, updateImportBody } from './schema.ts'
import { type ShownImport, viewImport, viewRows } from './view.ts'

export interface ImportRouteDeps extends Deps {
  readonly files: ImportFiles
  /** How much room the disk of the database has. */
  readonly room: () => Pick<DiskRoom, 'free' | 'needed'>
  /** Begins the work on an import that waits. */
  readonly wake: () => void
}

const ids = { importId: pathId('import', 'The import.') }
const owners = { who: 'owner' } as const
const fileTypes = ['text/csv', 'text/tab-separated-values'] as const
/**
 * The service refuses writes when less than a minimum of disk space is free. An import leaves this multiple of the
 * minimum free.
 */
const reserve = 2
/**
 * The rows of a file take less disk space than this multiple of its size, in the database with its indexes and in the
 * log.
 */
const timesTheFile = 10

/** Files of other programs with patients, appointments and notes (RULES §35). Owners only. */
export const importRoutes = tagged('Imports', (deps: ImportRouteDeps) => {
  const { practices, route, now, files, room, wake } = deps
  const requireDisk = (bytes: number) => {
    const { free, needed } = room()
    if (free < reserve * needed + bytes)
      throw new Problem(
        'unavailable',
        'The disk of the service has too little room for this. Ask the operator.',
        [{ path: 'disk', message: 'has too little room' }],
      )
  }
  /** Begins the work after the transaction. The view cannot do this, because it may run inside the transaction. */
  const waking = async (written: Promise<ShownImport>): Promise<ShownImport> => {
    const shown = await written
    wake()
    return shown
  }

  /** The practices for which a file is arriving now. */
  const arriving = new Set<string>()

  return {
    list: route(
      {
        id: 'listImports',
        ...owners,
        summary: 'List imports',
        description: 'Owners only. Newest first.',
        answer: importList,
      },
      ({ practice }) => ({ imports: browseImports(practice).map(viewImport) }),
    ),

    create: route(
      {
        id: 'createImport',
        ...owners,
        summary: 'Bring a file',
        description: `Owners only, and a session needs a passkey that was used within ten minutes. The body is the file, at most ${mostFileBytes / 1024 ** 2} MB, with the names of the columns in its first row. The service detects its encoding and its separator. It keeps the file for a day beside the database, and no backup contains it. The answer is 409 while the service works on another import of the practice. It is also 409 when ${mostOpenImports} files wait, and while another file of the practice arrives. A file must arrive with at least 32 KB a second. The service makes no records before the commit. With an \`Idempotency-Key\`, the service recognizes a repetition by its query, and not by its file.`,
        query: newImportQuery,
        upload: { types: fileTypes, example: 'Id,First Name,Last Name\n1,Zoé,Müller\n' },
        answer: importRecord,
        status: 201,
        problems: ['passkey_required', 'conflict'],
      },
      async ({ practice, caller, request, query }) => {
        const requireCaller = (scope: Scope) => requireTouch(scope, caller, now())
        requireCaller(practice.read)
        requireRoomForImport(practice.read)
        const { practiceId } = practice.read
        if (arriving.has(practiceId))
          throw conflict('Another file of this practice is arriving. Wait until it has arrived.')
        const { body, bytes } = uploadOf(request, fileTypes, mostFileBytes)
        requireDisk(bytes)
        arriving.add(practiceId)
        try {
          const { kind, name } = query
          const file = { kind, name, userId: caller.userId }
          return await waking(createImport(practice, file, body, files, requireCaller, now()))
        } catch (error) {
          if (error instanceof TooManyBytes)
            throw new Problem('payload_too_large', `The file is larger than ${mostFileBytes / 1024 ** 2} MB.`)
          throw error
        } finally {
          arriving.delete(practiceId)
        }
      },
      viewImport,
    ),

    read: route(
      {
        id: 'getImport',
        ...owners,
        summary: 'Read an import',
        description: 'Owners only. Reads one import with the first cells of its columns, and its progress.',
        ids,
        answer: importRecord,
      },
      async ({ practice, ids }) => viewImport(await readImport(practice, ids.importId, files)),
    ),

    update: route(
      {
        id: 'updateImport',
        ...owners,
        summary: 'Update an import',
        description:
          'Owners only. Sets which field each column fills, how dates are read, what values mean, and what the commit does with likely duplicates. The request also pauses a commit, and switches reminders on. 409 when the state of the import does not allow the change.',
        ids,
        body: updateImportBody,
        answer: importRecord,
        conditional: true,
        problems: ['conflict'],
      },
      ({ practice, ids, body }) => waking(editImport(practice, ids.importId, body, now())),
      viewImport,
    ),

    remove: route(
      {
        id: 'deleteImport',
        ...owners,
        summary: 'Delete an import',
        description:
          'Owners only. Removes the file, and the results of its rows. 409 while the commit can still be undone.',
        ids,
        answer: deletion,
        conditional: true,
        problems: ['conflict'],
        afterwards: 'The rows leave in short transactions. After a crash the same request goes on.',
      },
      async ({ practice, act, ids }) => {
        const upkeep = practices.of(practice.read.practiceId, {
          ...bookkeepingAct('removeImportFile'),
          worked: act.worked,
        })
        await deleteImport(practice, upkeep, ids.importId, files, now())
        return deleted
      },
    ),

    check: route(
      {
        id: 'checkImport',
        ...owners,
        summary: 'Begin a dry run',
        description:
          'Owners only. Finds out what a commit would do with each row, and changes no records. 409 while a question about the columns is open.',
        ids,
        answer: importRecord,
        problems: ['conflict'],
      },
      ({ practice, ids }) => waking(checkImport(practice, ids.importId, now())),
      viewImport,
    ),

    commit: route(
      {
        id: 'commitImport',
        ...owners,
        summary: 'Begin to commit the rows',
        description:
          'Owners only, and a session needs a passkey that was used within ten minutes. The service makes the records row by row, in short transactions beside all other work. The commit goes on after a restart. 409 before the dry run, and while a question is open.',
        ids,
        answer: importRecord,
        problems: ['passkey_required', 'conflict'],
      },
      ({ practice, caller, ids }) => {
        const requireCaller = (scope: Scope) => requireTouch(scope, caller, now())
        const requireRoom = () => requireDisk(timesTheFile * (files.size(ids.importId) ?? 0))
        return waking(commitImport(practice, ids.importId, { requireCaller, requireRoom }, now()))
      },
      viewImport,
    ),

    undo: route(
      {
        id: 'undoImport',
        ...owners,
        summary: 'Undo an import',
        description:
          'Owners only, and a session needs a passkey that was used within ten minutes. Works within 30 days of the commit. A record that nobody has changed since moves to the archive, or gets its earlier values back. Other records stay as they are. Each row has its result.',
        ids: { importId: pathId('committedImport', 'The import.') },
        answer: importRecord,
        problems: ['passkey_required', 'conflict'],
      },
      ({ practice, caller, ids }) =>
        waking(undoImport(practice, ids.importId, (scope) => requireTouch(scope, caller, now()), now())),
      viewImport,
    ),

    rows: route(
      {
        id: 'listImportRows',
        ...owners,
        summary: 'List the rows of an import',
        description: 'Owners only. Lists by line what the import did with each row, or would do.',
        ids,
        query: rowsQuery,
        answer: rowPage,
      },
      ({ practice, ids, query: { outcome, limit = '50', cursor = '0' } }) =>
        viewRows(browseRows(practice, ids.importId, outcome, Number(cursor), Number(limit))),
    ),
  }
})
