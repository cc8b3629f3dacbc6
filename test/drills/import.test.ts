import { expect, test } from 'bun:test'
import { importDrill } from './import.ts'

test('an import beside bookings survives a kill, changes nothing the second time, and leaves nothing behind', async () => {
  const { bookings } = await importDrill({ patients: 300, appointments: 900, idleBookings: 50 })
  expect(bookings).toBeGreaterThan(50)
})
