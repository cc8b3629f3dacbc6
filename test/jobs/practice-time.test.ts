import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { changePractice, day, hour } from './sending.ts'

test('a message shows the time in the time zone that the practice has when the message goes out', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await booked(c)
  await booked(c, {}, { startAt: at('08:00'), endAt: at('08:30') })
  c.clock.now = due - hour
  await r.round()
  await changePractice(c, { timezone: 'America/New_York' })
  c.clock.now = due
  await r.round()
  expect(r.emails.map(({ text }) => /\d\d:\d\d/.exec(text)?.[0])).toEqual(['09:00', '05:00'])
})

test.each([
  ['Europe/Berlin', '2026-03-29T09:00:00+02:00', 'Sunday, 29 March 2026', '09:00'],
  ['Europe/Berlin', '2026-10-25T09:00:00+01:00', 'Sunday, 25 October 2026', '09:00'],
  ['America/New_York', '2026-11-01T08:30:00-05:00', 'Sunday, 1 November 2026', '08:30'],
  ['America/Sao_Paulo', '2026-03-29T09:00:00-03:00', 'Sunday, 29 March 2026', '09:00'],
  ['Australia/Lord_Howe', '2026-04-05T10:15:00+10:30', 'Sunday, 5 April 2026', '10:15'],
  ['Asia/Kathmandu', '2026-03-29T00:15:00+05:45', 'Sunday, 29 March 2026', '00:15'],
])(
  'in the zone %s, the reminder for %s goes out 24 hours before the start, and names the local time %s, %s',
  async (timezone, startAt, date, time) => {
    await using c = await clinic({ timezone, atAnyHour: true })
    success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { allowedCountries: ['DE'] }))
    const r = reminding(c)
    const start = Date.parse(startAt)
    await booked(c, {}, { startAt, endAt: new Date(start + hour).toISOString() })
    c.clock.now = start - day - 1
    await r.round()
    expect(r.emails).toEqual([])
    c.clock.now = start - day
    await r.round()
    expect(r.emails[0]!.text).toContain(`${date}\n${time}\n`)
    const short = date.replace(/^(...)\w+, (\d+ ...).*/, '$1 $2')
    expect(r.texts[0]!.text).toContain(`${short}, ${time}. `)
  },
)
