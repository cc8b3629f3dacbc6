import type { Static } from '@sinclair/typebox'
import { formatInstant, type Interval } from '../../domain/time.ts'
import { type Clash, countClashes } from '../shared/clashes.ts'
import { viewBooked } from '../shared/warnings.ts'
import type { BookedSeries } from './actions.ts'
import type { SeriesPlan } from './planning.ts'
import type { newSeries, seriesPreview } from './schema.ts'

const viewTimes = ({ startAt, endAt }: Interval) => ({
  startAt: formatInstant(startAt),
  endAt: formatInstant(endAt),
})

export const viewSeries = ({ seriesId, entries }: BookedSeries): Static<typeof newSeries> => ({
  seriesId,
  appointments: entries.map(viewBooked),
})

const viewClash = (clash: Clash) => ({
  entryId: clash.id === '' ? null : clash.id,
  taken: clash.taken,
  ...viewTimes(clash),
})

export const viewPlan = ({ occurrences, clashes, warnings }: SeriesPlan): Static<typeof seriesPreview> => ({
  occurrences: occurrences.map((times, i) => ({
    ...viewTimes(times),
    conflicts: clashes[i]!.named.map(viewClash),
    conflictsTotal: clashes[i]!.total,
    warnings: warnings[i]!,
  })),
  conflictsTotal: countClashes(clashes),
})

export const viewCancelled = (row: Interval & { readonly id: string }) => ({ id: row.id, ...viewTimes(row) })
