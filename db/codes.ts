/**
 * The numbers that stand in the file for short lists of names. 0 and 1 take no byte beside SQLite's own.
 * Files hold them, so a number never gets another meaning.
 */
import type { EntryType } from '../src/domain/entry.ts'
import type { NoticeChannel, NoticeKind, NoticeState } from '../src/domain/reminders/notice.ts'

/** The number of each name. */
export type Codes<Name extends string> = Readonly<Record<Name, number>>

export const entryTypeCodes: Codes<EntryType> = { appointment: 0, unavailable: 1, reminder: 2 }
export const channelCodes: Codes<NoticeChannel> = { email: 0, sms: 1 }
export const kindCodes: Codes<NoticeKind> = { reminder: 0, booked: 1, moved: 2, cancelled: 3 }
/** The live states come first, because the index by entry asks for them with one comparison (`notice-sql.ts`). */
export const stateCodes: Codes<NoticeState> = {
  scheduled: 0,
  running: 1,
  sent: 2,
  skipped: 3,
  cancelled: 4,
  dead: 5,
  uncertain: 6,
}

/** The number of a name. @throws when the list does not have the name: SQLite would keep it as text. */
export function codeOf<Name extends string>(codes: Codes<Name>, name: Name): number {
  const code = codes[name]
  if (code === undefined) throw new TypeError(`"${name}" has no number. Give it one in db/codes.ts.`)
  return code
}

/** The names in the order of their numbers. */
export const namesOf = <Name extends string>(codes: Codes<Name>): readonly Name[] => {
  const names: Name[] = []
  for (const name in codes) names[codes[name]] = name
  return names
}
