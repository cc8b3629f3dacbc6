import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { stateCodes } from '../../db/codes.ts'
import { whereFailed, whereLive } from '../../db/notice-sql.ts'
import {
  hasFailed,
  isLive,
  type NoticeStatus,
  noticeReasons,
  noticeStates,
} from '../../src/domain/reminders/notice.ts'

const conditions: [string, string, (status: NoticeStatus) => boolean][] = [
  ['failed notices', whereFailed, hasFailed],
  ['live notices', whereLive, isLive],
]

test.each(conditions)('the SQL condition for %s agrees with the domain', (_, condition, meets) => {
  using database = new Database(':memory:')
  const query = database.query<{ met: number | null }, [number, string | null]>(
    `select (${condition}) as met from (select ?1 as state, ?2 as reason)`,
  )
  for (const state of noticeStates)
    for (const reason of [...noticeReasons, null])
      expect({ state, reason, met: query.get(stateCodes[state], reason)?.met === 1 }).toEqual({
        state,
        reason,
        met: meets({ state, reason }),
      })
})
