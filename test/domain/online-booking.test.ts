import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { floodCodes, floodsIn, isFlooded } from '../../src/domain/online-booking.ts'

const minute = 60_000

test('a flood of codes begins with the code that reaches the hourly limit, and ends when fewer codes were sent within an hour', () => {
  const codes = fc.array(fc.nat(300), { minLength: 20, maxLength: 120, size: 'max' })
  fc.assert(
    fc.property(codes, (minutes) => {
      const sent = minutes.map((at, id) => ({ id, sentAt: at * minute }))
      const floods = floodsIn(sent)
      // The expected floods are found minute by minute.
      let begun = 0
      let before = false
      for (let at = 0; at <= 300; at++) {
        const now = sent.filter(({ sentAt }) => sentAt <= at * minute && sentAt > (at - 60) * minute)
        const isOn = now.length >= floodCodes
        expect(isFlooded(sent, at * minute)).toBe(isOn)
        const rest = now.filter(({ sentAt }) => sentAt < at * minute)
        if (isOn && (!before || rest.length < floodCodes)) {
          expect(floods[begun++]!.sentAt).toBe(at * minute)
        }
        before = isOn
      }
      expect(floods).toHaveLength(begun)
    }),
  )
})
