/** `bun run drill <name>`: the drills in full, each printing its figures. */
import { overlapDrill } from './overlap.ts'
import { reminderLoadDrill } from './reminder-load.ts'
import { remindersDrill } from './reminders.ts'

const drills: Record<string, () => Promise<object>> = {
  overlap: () => overlapDrill({ clients: 64, requestsEach: 500 }),
  reminders: () => remindersDrill({ appointments: 1_500, killsEach: 20 }),
  'reminder-load': () => reminderLoadDrill({ waiting: 100_000, due: 1_000 }),
}

const name = process.argv[2] ?? ''
const drill = drills[name]
if (drill === undefined) {
  console.error(`usage: bun run drill ${Object.keys(drills).join('|')}`)
  process.exit(2)
}
console.log(name, await drill())
process.exit(0)
