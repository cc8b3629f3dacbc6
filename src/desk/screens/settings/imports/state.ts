/** The imports of the practice, as the page reads and changes them. */
import { api, at } from '../../../api/api.ts'
import type { components } from '../../../contract/openapi.ts'
import { type Resource, resource } from '../../../live/resource.ts'
import type { Words } from '../../../words/languages.ts'

type Schemas = components['schemas']
export type Import = Schemas['Import']
export type ImportRow = Schemas['ImportRow']
export type Kind = Import['kind']
/** A field that every practice has. An own field of the practice is `own.` and its id. */
export type Field = keyof Words['imports']['fields']
export type Decision = NonNullable<ImportRow['decision']>
export type Outcome = ImportRow['outcome']
type UpdateImport = Schemas['UpdateImport']

/** An import on its page, with the functions that change it. */
export interface OpenImport {
  readonly it: Import
  /** Returns the import as it is now, even if the page has not drawn it yet. */
  readonly now: () => Import
  /** Changes the import. With `version`, only if the import still has this version. @throws Failure. */
  readonly change: (body: UpdateImport, version?: number) => Promise<void>
  /** Lets the service begin a dry run, the commit or the undo. @throws Failure. */
  readonly begin: (what: 'dry-run' | 'commit' | 'undo') => Promise<void>
  readonly readAgain: () => Promise<unknown>
}

/** All imports, the newest first. */
export const imports = resource({
  read: async () => (await api.GET('/api/v1/imports')).imports,
  kinds: [],
})

/** One import. No change event shows its progress. So the page reads it regularly while the service works on it. */
export const importOf = (importId: string): Resource<Import> =>
  resource({
    read: () => api.GET('/api/v1/imports/{importId}', at({ importId })),
    kinds: [],
  })

/** The functions that change an import. Each function shows the answer of the server on the page. */
export const actsOn = (of: Resource<Import>, it: Import): OpenImport => {
  const shown = (answer: Import) => {
    // Only the answer of GET has the examples of the columns, and examples never change. So the page keeps the
    // examples.
    const before = of.peek()?.columns
    const columns = answer.columns.map((column, at) => ({
      ...column,
      examples: before?.[at]?.examples ?? [],
    }))
    of.show({ ...answer, columns })
  }
  return {
    it,
    now: () => of.peek() ?? it,
    change: async (body, version) =>
      shown(await api.PATCH('/api/v1/imports/{importId}', { ...at({ importId: it.id }, version), body })),
    begin: async (what) =>
      shown(await api.POST(`/api/v1/imports/{importId}/${what}`, at({ importId: it.id }))),
    readAgain: of.again,
  }
}

/** Removes an import, with its file. @throws Failure. */
export const discard = ({ id }: Import) => api.DELETE('/api/v1/imports/{importId}', at({ importId: id }))

/** Reads a page of the rows with one outcome, by their lines. @throws Failure. */
export async function readRows(importId: string, outcome: Outcome, cursor: string | null) {
  const query = { outcome, limit: rowsAtOnce, ...(cursor !== null && { cursor: Number(cursor) }) }
  const { rows, nextCursor } = await api.GET('/api/v1/imports/{importId}/rows', {
    params: { path: { importId }, query },
  })
  return { list: rows, next: nextCursor }
}

const rowsAtOnce = 50

/** Whether the service is working on the import now. */
export const isAtWork = ({ state, paused }: Import): boolean =>
  !paused && ['reading', 'checking', 'committing', 'undoing'].includes(state)

/** Whether the import has ended, so that it can no longer be committed or undone. */
export const isOver = ({ state }: Import): boolean => ['unreadable', 'expired', 'undone'].includes(state)

/** Whether no row was imported yet, so that the import can be discarded. */
export const isBeforeCommit = ({ state }: Import): boolean =>
  ['reading', 'ready', 'checking', 'checked'].includes(state)
