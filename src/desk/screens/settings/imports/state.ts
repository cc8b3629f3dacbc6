/** The imports of the practice, as the page reads and changes them. */
import { api, at } from '../../../api/api.ts'
import type { components } from '../../../contract/openapi.ts'
import { type Resource, resource } from '../../../live/resource.ts'
import type { Words } from '../../../words/languages.ts'

type Schemas = components['schemas']
export type Import = Schemas['Import']
export type ImportRow = Schemas['ImportRow']
export type Kind = Import['kind']
/** A field that every practice has. Own fields of the practice are `own.` with their ids. */
export type Field = keyof Words['imports']['fields']
export type Decision = NonNullable<ImportRow['decision']>
export type Outcome = ImportRow['outcome']
type UpdateImport = Schemas['UpdateImport']

/** An import that is open, with what changes it. */
export interface OpenImport {
  readonly it: Import
  /** As it is now, also before it is drawn. */
  readonly now: () => Import
  /** Changes it. With a version, only if it still has that one. @throws Failure. */
  readonly change: (body: UpdateImport, version?: number) => Promise<void>
  /** Lets the service begin something with it. @throws Failure. */
  readonly begin: (what: 'dry-run' | 'commit' | 'undo') => Promise<void>
  readonly readAgain: () => Promise<unknown>
}

/** All imports, the newest first. */
export const imports = resource({
  read: async () => (await api.GET('/api/v1/imports')).imports,
  kinds: [],
})

/** One import. No change of a record tells how far it is, so it is read again by the clock while the service works on it. */
export const importOf = (importId: string): Resource<Import> =>
  resource({
    read: () => api.GET('/api/v1/imports/{importId}', at({ importId })),
    kinds: [],
  })

/** What can be done with an import. What the server answers is shown. */
export const actsOn = (of: Resource<Import>, it: Import): OpenImport => {
  const shown = (answer: Import) => {
    // Only the answer about one import has examples, and they stay as they are.
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

/** Removes an import that has not come in, with its file. @throws Failure. */
export const discard = ({ id }: Import) => api.DELETE('/api/v1/imports/{importId}', at({ importId: id }))

/** A page of the rows with one outcome, by their lines. @throws Failure. */
export async function readRows(importId: string, outcome: Outcome, cursor: string | null) {
  const query = { outcome, limit: rowsAtOnce, ...(cursor !== null && { cursor: Number(cursor) }) }
  const { rows, nextCursor } = await api.GET('/api/v1/imports/{importId}/rows', {
    params: { path: { importId }, query },
  })
  return { list: rows, next: nextCursor }
}

const rowsAtOnce = 50

/** Whether the service works on it now. */
export const isAtWork = ({ state, paused }: Import): boolean =>
  !paused && ['reading', 'checking', 'committing', 'undoing'].includes(state)

/** Whether nothing of it can come in or leave any more. */
export const isOver = ({ state }: Import): boolean => ['unreadable', 'expired', 'undone'].includes(state)

/** Whether nothing has come in, so that it can be given up. */
export const isBeforeCommit = ({ state }: Import): boolean =>
  ['reading', 'ready', 'checking', 'checked'].includes(state)
