import type { WriteScope } from '../../store/engine/scope.ts'
import type { ImportRecord } from '../../store/imports/imports.ts'

/** Records the change of an import in the audit trail, without the names of its columns and the values of its file. */
export function recordImport(
  tx: WriteScope,
  before: ImportRecord | null,
  after: ImportRecord | null,
  counts: Readonly<Record<string, number>> = {},
): void {
  tx.record({
    kind: 'write',
    record: { kind: 'import', id: (after ?? before)!.id },
    before: before && told(before),
    after: after && told(after),
    ...(Object.keys(counts).length > 0 && { detail: counts }),
  })
}

const told = ({ columns, values: _, rows, ...record }: ImportRecord) => ({
  ...record,
  rows,
  fields: columns.flatMap(({ field }) => (field === null ? [] : [field])),
})
