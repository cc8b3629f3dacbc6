import type { Issue } from './problem.ts'

/** A practice's patient statuses (contract §3), copied from a template so that each practice can change its own. */
export interface Pack {
  readonly id: string
  readonly name: string
  readonly statuses: readonly PackStatus[]
  readonly defaultStatus: string
}

export interface PackStatus {
  readonly id: string
  readonly label: string
}

/** What is wrong with a pack of well-formed fields: an id given twice, a default that is no status. */
export function packIssues(pack: Pack): Issue[] {
  const ids = pack.statuses.map(({ id }) => id)
  const issues = ids.flatMap((id, i) =>
    ids.indexOf(id) < i ? [{ path: `pack.statuses.${i}.id`, message: 'is the id of a status above it' }] : [],
  )
  if (!ids.includes(pack.defaultStatus))
    issues.push({ path: 'pack.defaultStatus', message: 'must be the id of one of the statuses' })
  return issues
}

const statuses = (labels: Record<string, string>): PackStatus[] =>
  Object.entries(labels).map(([id, label]) => ({ id, label }))

/** The built-in templates. */
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
