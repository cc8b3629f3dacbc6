import { expect, test } from 'bun:test'
import { remindersDrill } from './reminders.ts'

test('a process killed at every step of sending loses no reminder, sends none under two keys, and each change is told', async () => {
  const figures = await remindersDrill({ appointments: 100, killsEach: 2 })
  expect(figures.reminders).toBe(200)
  expect(figures.states.sent).toBeGreaterThan(40)
  expect(figures.toldOfChanges).toBeGreaterThan(5)
  for (const kills of Object.values(figures.kills)) expect(kills).toBeGreaterThan(0)
})
