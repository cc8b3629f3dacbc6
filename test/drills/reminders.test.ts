import { expect, test } from 'bun:test'
import { remindersDrill } from './reminders.ts'

test('a process killed at every step of sending loses no reminder and sends none under two keys', async () => {
  const figures = await remindersDrill({ appointments: 60, killsEach: 2 })
  expect(figures.reminders).toBe(120)
  expect(figures.states.sent).toBeGreaterThan(40)
  for (const kills of Object.values(figures.kills)) expect(kills).toBeGreaterThan(0)
}, 120_000)
