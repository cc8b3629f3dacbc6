import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { furtherLeads, leadsBySlot, placedLeads } from '../../../src/domain/reminders/lead.ts'

test('a lead that stays or returns keeps its slot, and a new lead takes the slot of a removed lead', () => {
  expect(placedLeads([], [60, 10_080])).toEqual([60, 10_080])
  expect(placedLeads([10_080, 60], [60])).toEqual([-10_080, 60])
  expect(placedLeads([-10_080, 60], [60, 5])).toEqual([5, 60])
  expect(placedLeads([-10_080, -60], [60])).toEqual([-10_080, 60])
  expect(placedLeads([60], [10_080, 60])).toEqual([60, 10_080])
  expect(placedLeads([60], [5])).toEqual([5])
  expect(placedLeads([60, 5], [])).toEqual([-60, -5])
  expect(placedLeads([-7, 60], [5])).toEqual([-7, 5])
  expect(placedLeads([-7], [5])).toEqual([-7, 5])
})

test('after any changes, the leads that are on are the wanted leads, in at most two slots', () => {
  const wanted = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 })
  fc.assert(
    fc.property(fc.array(wanted, { minLength: 1, maxLength: 8 }), (changes) => {
      let placed: number[] = []
      for (const leads of changes) {
        const before = placed
        placed = placedLeads(before, leads)
        expect(furtherLeads(placed)).toEqual([...leads].sort((a, b) => b - a))
        expect(placed.length).toBeLessThanOrEqual(2)
        for (const [slot, lead] of before.entries())
          if (leads.includes(Math.abs(lead))) expect(placed[slot]).toBe(Math.abs(lead))
      }
    }),
  )
})

test('a further lead that equals the first lead is off, and a first lead of 0 switches all leads off', () => {
  expect(leadsBySlot(1440, [60, -5])).toEqual([1440, 60, 0])
  expect(leadsBySlot(60, [60, 10_080])).toEqual([60, 0, 10_080])
  expect(leadsBySlot(0, [60])).toEqual([0, 0])
})
