import type { Static } from '@sinclair/typebox'
import { formatInterval, type Interval } from '../../domain/time.ts'
import { type Clash, countClashes } from '../calendar/clashes.ts'
import { viewBooked } from '../calendar/warnings.ts'
import type { BookedSeries } from './actions.ts'
import type { SeriesPlan } from './planning.ts'
import type { newSeries, seriesPreview } from './schema.ts'

export const viewSeries = ({ seriesId, entries }: BookedSeries): Static<typeof newSeries> => ({
  seriesId,
  appointments: entries.map(viewBooked),
})

const viewClash = (clash: Clash) => ({
  entryId: clash.id === '' ? null : clash.id,
  taken: clash.taken,
  ...formatInterval(clash),
})

export const viewPlan = ({ occurrences, clashes, warnings }: SeriesPlan): Static<typeof seriesPreview> => ({
  occurrences: occurrences.map((times, i) => ({
    ...formatInterval(times),
    conflicts: clashes[i]!.named.map(viewClash),
    conflictsTotal: clashes[i]!.total,
    warnings: warnings[i]!,
  })),
  conflictsTotal: countClashes(clashes),
})

export const viewCancelled = (row: Interval & { readonly id: string }) => ({
  id: row.id,
  ...formatInterval(row),
})
