/** The most rows of a practice in the tables that the API lists without pages (RULES §8). */
import {
  mostAbsences,
  mostAppointmentTypes,
  mostArchivedTypes,
  mostChairs,
  mostClosures,
  mostDayNotes,
  mostMembers,
  mostMerged,
  mostPasskeys,
  mostTags,
  mostWaiting,
} from '../../domain/limits.ts'
import { Unfit } from '../../store/transfer/fields.ts'
import type { ExportedRow } from '../../store/transfer/tables.ts'

interface Limit {
  readonly most: number
  /** The field that names the record with this limit. Without this field, the limit is for the whole practice. */
  readonly of?: string
}

const limits: Readonly<Record<string, Limit>> = {
  // The most statuses that a pack of settings may have.
  pack_statuses: { most: 50 },
  practice_aliases: { most: 1_000 },
  // The most keys that an upkeep keeps, and the newest key.
  link_keys: { most: 33 },
  users: { most: mostMembers },
  passkeys: { most: mostPasskeys, of: 'userId' },
  chairs: { most: mostChairs },
  tags: { most: mostTags },
  closures: { most: mostClosures },
  absences: { most: mostAbsences },
  day_notes: { most: mostDayNotes, of: 'date' },
  appointment_types: { most: mostAppointmentTypes + mostArchivedTypes },
  waiting_list: { most: mostWaiting },
  merges: { most: mostMerged, of: 'keptId' },
}

/** Counts the rows of an archive. */
export class RowCounter {
  readonly #counts = new Map<string, number>()

  /** @throws Unfit when there are more rows than the limit. */
  add(table: string, row: ExportedRow): void {
    const limit = limits[table]
    if (limit === undefined) return
    const key = `${table} ${limit.of === undefined ? '' : row[limit.of]}`
    const count = (this.#counts.get(key) ?? 0) + 1
    if (count > limit.most)
      throw new Unfit(`There are more than ${limit.most} rows${limit.of ? ` of one ${limit.of}` : ''}`)
    this.#counts.set(key, count)
  }
}
