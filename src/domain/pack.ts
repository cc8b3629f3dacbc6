import type { Issue } from './problem.ts'

/**
 * The patient statuses of one practice (RULES §3). The statuses are copied from a template, so each practice can change
 * its own statuses.
 */
export interface Pack {
  readonly id: string
  readonly name: string
  readonly statuses: readonly PackStatus[]
  readonly defaultStatus: string
}

interface PackStatus {
  readonly id: string
  readonly label: string
}

/**
 * The rules that the fields of a pack break in combination (RULES §3). No status id may come twice, and the default
 * must be one of the statuses. Each single field is already valid. Each issue's path starts at the pack.
 */
export function packIssues({ statuses, defaultStatus }: Partial<Pack>): Issue[] {
  if (statuses === undefined) return []
  const ids = statuses.map(({ id }) => id)
  const issues = ids.flatMap((id, i) =>
    ids.indexOf(id) < i ? [{ path: `statuses.${i}.id`, message: 'must differ from the ids above it' }] : [],
  )
  if (defaultStatus !== undefined && !ids.includes(defaultStatus))
    issues.push({ path: 'defaultStatus', message: 'must be the id of one of the statuses' })
  return issues
}

const statuses = (labels: Record<string, string>): PackStatus[] =>
  Object.entries(labels).map(([id, label]) => ({ id, label }))

/** The built-in packs. A new practice gets a copy of one built-in pack. */
export const packTemplates = {
  general: {
    id: 'general',
    name: 'General practice',
    statuses: statuses({ new: 'New', active: 'Active', inactive: 'Inactive', archived: 'Archived' }),
    defaultStatus: 'active',
  },
  dental: {
    id: 'dental',
    name: 'Dental practice',
    statuses: statuses({
      new: 'New',
      active: 'Active',
      in_treatment: 'In treatment',
      recall: 'Recall due',
      inactive: 'Inactive',
      archived: 'Archived',
    }),
    defaultStatus: 'new',
  },
  physio: {
    id: 'physio',
    name: 'Physiotherapy practice',
    statuses: statuses({
      new: 'New',
      assessment: 'In assessment',
      in_treatment: 'In treatment',
      discharged: 'Discharged',
      archived: 'Archived',
    }),
    defaultStatus: 'new',
  },
} as const satisfies Record<string, Pack>

export type PackName = keyof typeof packTemplates
export const packNames = Object.keys(packTemplates) as PackName[]
