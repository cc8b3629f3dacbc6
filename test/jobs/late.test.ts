import { expect, test } from 'bun:test'
import { booked, nine } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { day, minute, setLead } from './sending.ts'

test.each([
  [10 * minute + 1, 'sent', null],
  [10 * minute, 'skipped', 'missed_window'],
  [1, 'skipped', 'missed_window'],
  [0, 'skipped', 'missed_window'],
  [-day, 'skipped', 'missed_window'],
])(
  '§6.3 After downtime a late reminder still goes out, until 10 minutes before the start. Still later reminders are skipped as `missed_window`. %d, %s',
  async (ahead, state, reason) => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    c.clock.now = nine - ahead
    await r.round()
    expect(r.notice(id)).toMatchObject({ state, reason, attempts: state === 'sent' ? 1 : 0 })
    expect(r.emails).toHaveLength(state === 'sent' ? 1 : 0)
  },
)

test.each([5, 10])(
  '§6.3 A message that falls due within the last 10 minutes before the start goes out until the start. So short leads work. %d',
  async (lead) => {
    await using c = await clinic()
    const r = reminding(c)
    await setLead(c, lead)
    const [one, two] = [await booked(c), await booked(c, {}, { startAt: at('09:30') })]
    c.clock.now = nine - lead * minute
    await r.round()
    expect(r.notice(one.id).state).toBe('sent')
    c.clock.now = Date.parse(at('09:30'))
    await r.round()
    expect(r.notice(two.id)).toMatchObject({ state: 'skipped', reason: 'missed_window' })
  },
)
