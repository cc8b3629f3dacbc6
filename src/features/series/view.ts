import type { Static } from '@sinclair/typebox'
import { formatInstant, type Interval } from '../../domain/time.ts'
import { type Clash, countClashes } from '../shared/clashes.ts'
import { viewEntry } from '../shared/entry-view.ts'
import type { BookedSeries } from './actions.ts'
import type { SeriesPlan } from './planning.ts'
import type { newSeries, seriesPreview } from './schema.ts'

const viewTimes = ({ startAt, endAt }: Interval) => ({
  startAt: formatInstant(startAt),
  endAt: formatInstant(endAt),
})

export const viewBooked = ({ seriesId, entries }: BookedSeries): Static<typeof newSeries> => ({
  seriesId,
  appointments: entries.map(viewEntry),
})

const viewClash = (clash: Clash) => ({ entryId: clash.id === '' ? null : clash.id, ...viewTimes(clash) })

export const viewPlan = ({ occurrences, clashes }: SeriesPlan): Static<typeof seriesPreview> => ({
  occurrences: occurrences.map((times, i) => ({
    ...viewTimes(times),
    conflicts: clashes[i]!.named.map(viewClash),
    conflictsTotal: clashes[i]!.total,
  })),
  conflictsTotal: countClashes(clashes),
})

export const viewCancelled = (row: Interval & { readonly id: string }) => ({ id: row.id, ...viewTimes(row) })
