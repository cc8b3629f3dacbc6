/** How many clicks and keys the tasks of a receptionist take. A number here may only fall. */
import { expect, test } from 'bun:test'
import { chromiumPath, launch } from './browser.ts'
import { deskHouse } from './desk.ts'
import { doTasks, fillTasks } from './desk-tasks.ts'

/** The allowed clicks and keys of each task. The letters of names and notes do not count. */
const most: Record<string, [clicks: number, keys: number]> = {
  'book a known patient at the first free time': [0, 5],
  'find a patient': [0, 2],
  'move a visit by an hour': [0, 6],
  'cancel a visit': [2, 1],
  'say that a patient has arrived': [0, 1],
  'say that a visit is done': [0, 1],
  'say that a patient did not come': [0, 2],
  'write a note about a patient': [1, 3],
  'register somebody new': [1, 2],
  'put a patient on the waiting list': [1, 2],
  'merge two records of one person': [2, 0],
  'block a time': [0, 3],
  'see what is free next week': [0, 2],
  'print the sheet of today': [1, 1],
  'read an alert before booking': [0, 1],
  'look who comes': [0, 1],
  'enter that a colleague is ill from now on': [5, 0],
  'book the next visit at check-out': [1, 2],
  'write a note on the day': [2, 0],
  'note that nobody answered a call': [1, 1],
  'note that somebody who is due did not answer': [1, 0],
  'fill in a field of the practice': [2, 3],
  'see the week of everybody': [2, 0],
  'ask who sits here': [1, 0],
}

// This test does twenty-four tasks at one desk. So it takes longer than other tests.
test.skipIf(chromiumPath === undefined)(
  'no task of a receptionist takes more clicks and keys than before',
  async () => {
    const browser = await launch()
    try {
      await using house = await deskHouse(browser)
      const practice = await fillTasks(house.c.owner, house.c.assistant)
      const { page, complaints } = await house.desk({ place: '/day' })
      const took = await doTasks(page, practice)
      const counted = Object.fromEntries(
        took.map(({ name, clicks, keys }) => {
          const [mostClicks = clicks, mostKeys = keys] = most[name] ?? []
          return [name, [Math.max(mostClicks, clicks), Math.max(mostKeys, keys)] as [number, number]]
        }),
      )
      expect(counted).toEqual(most)
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
    }
  },
)
