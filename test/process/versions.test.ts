import { expect, test } from 'bun:test'
import { drillPractice } from '../drills/practice.ts'
import { success } from '../support/answers.ts'
import { statusCounts } from '../support/at-once.ts'
import { newPatient } from '../support/records.ts'
import { newDatabasePath, startServer } from '../support/server.ts'

test('when two servers use one database file, only one of them can change the same version of a record', async () => {
  const DATABASE_PATH = newDatabasePath()
  const { token } = await drillPractice({ DATABASE_PATH })
  await using one = await startServer({ DATABASE_PATH })
  await using other = await startServer({ DATABASE_PATH })
  const calls = [one.as(token), other.as(token)]
  const { id } = await newPatient(calls[0]!)
  const path = `/api/v1/patients/${id}`
  for (let version = 1; version <= 30; version++) {
    const answers = await Promise.all(
      calls.map((call, n) =>
        call('PATCH', path, { gender: `${version} ${n}` }, { 'if-match': `"${version}"` }),
      ),
    )
    expect(statusCounts(answers)).toEqual({ 200: 1, 412: 1 })
    const { data } = answers.find(({ status }) => status === 200)!
    expect(data.version).toBe(version + 1)
    for (const call of calls) expect(success(await call('GET', path))).toEqual(data)
  }
})
