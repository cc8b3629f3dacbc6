import type { Static } from '@sinclair/typebox'
import type { Pack } from '../../domain/pack.ts'
import { settingsOf } from '../../domain/settings.ts'
import { formatInstant } from '../../domain/time.ts'
import type { PracticeRow } from '../../store/practice/practice.ts'
import type { practice as practiceSchema } from './practice-schema.ts'

/** A practice's settings with its pack. */
export interface PracticeWithPack {
  readonly practice: PracticeRow
  readonly pack: Pack
}

/** The practice settings as the API answers them. A setting that the practice has not set shows its default. */
export function viewPractice({ practice, pack }: PracticeWithPack): Static<typeof practiceSchema> {
  const { workingHours, onlineBooking, ownFields, ...others } = settingsOf(practice)
  return {
    id: practice.id,
    name: practice.name,
    timezone: practice.timezone,
    pack: viewPack(pack),
    workingHours: workingHours as Static<typeof practiceSchema>['workingHours'],
    ...others,
    onlineBooking: { ...onlineBooking, frameAncestors: [...onlineBooking.frameAncestors] },
    ownFields: [...ownFields],
    createdAt: formatInstant(practice.createdAt),
    updatedAt: formatInstant(practice.updatedAt),
    version: practice.version,
  }
}

export const viewPack = (pack: Pack): Static<typeof practiceSchema>['pack'] => ({
  ...pack,
  statuses: [...pack.statuses],
})
