import { asc, sql } from 'drizzle-orm'
import { dayNotes } from '../../../db/schema/day-notes.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, select } from '../engine/statement.ts'

const fields = columnsOf(dayNotes)
const onDate = equals(dayNotes.date, 'date')

const byId = select({ fields, from: dayNotes, where: equals(dayNotes.id, 'id') })
const ofDate = select({
  fields,
  from: dayNotes,
  where: onDate,
  orderBy: [asc(dayNotes.createdAt), asc(dayNotes.id)],
})
const counted = select({ fields: { number: sql<number>`count(*)` }, from: dayNotes, where: onDate })

/** The note on a day with this id, or null. */
export const findDayNote = (scope: Scope, id: string) => scope.get(byId, { id })
export type DayNoteRow = NonNullable<ReturnType<typeof findDayNote>>

/** The notes on a day `YYYY-MM-DD`, the oldest first. */
export const listDayNotes = (scope: Scope, date: string): DayNoteRow[] => scope.all(ofDate, { date })

/** How many notes a day has. */
export const countDayNotes = (scope: Scope, date: string): number => scope.get(counted, { date })!.number

/** Adds a note to a day. */
export const insertDayNote = (tx: WriteScope, note: NewRow<typeof dayNotes>): void =>
  tx.insert(dayNotes, note)

/** Changes a note on a day. */
export const updateDayNote = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof dayNotes>>): void =>
  tx.update(dayNotes, id, changes)

/** Deletes a note on a day. Returns false when there is no note with this id. */
export const removeDayNote = (tx: WriteScope, id: string): boolean => tx.remove(dayNotes, id)
