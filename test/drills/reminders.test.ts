import { expect, test } from 'bun:test'
import { remindersDrill } from './reminders.ts'

test('§6.3 A process that is killed at any step loses no reminder and sends none under two keys.', async () => {
  const figures = await remindersDrill({ appointments: 100, killsEach: 2 })
  expect(figures.reminders).toBe(200)
  expect(figures.states.sent).toBeGreaterThan(40)
  expect(figures.toldOfChanges).toBeGreaterThan(5)
  for (const kills of Object.values(figures.kills)) expect(kills).toBeGreaterThan(0)
})
