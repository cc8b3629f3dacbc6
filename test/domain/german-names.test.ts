import { expect, test } from 'bun:test'
import { nameKey } from '../../src/domain/fold.ts'
import { isSameName, nameKeys } from '../../src/domain/german-names.ts'

const same: [string, string][] = [
  ['Müller', 'Mueller'],
  ['MÜLLER', 'mueller'],
  ['Mu\u0308ller', 'Mueller'],
  ['Müller', 'Muller'],
  ['Jäger', 'Jaeger'],
  ['Groß', 'Gross'],
  ['Bäuerle', 'Baeuerle'],
  ['Jörg Michael', 'Joerg Michael'],
  ['Böhm-Lüdecke', 'Boehm-Lüdecke'],
  ['Zoé', 'ZOE'],
]

test.each(same)('%s and %s are the same name, so a search for either finds both', (a, b) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([true, true])
  expect(nameKeys(a)).toContain(nameKey(b))
  expect(nameKeys(b)).toContain(nameKey(a))
})

test.each([
  ['Michael', 'Michal'],
  ['Bauer', 'Baur'],
  ['Mueller', 'Muller'],
  ['Müller', 'Miller'],
])('%s and %s are two different names', (a, b) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([false, false])
})

test('a name has at most nine keys, however many umlauts it has', () => {
  for (const name of ['ä'.repeat(200), 'Äö'.repeat(100), 'oe'.repeat(100), 'ue'])
    expect(nameKeys(name).length).toBeLessThanOrEqual(9)
  expect(nameKeys('Äöüäö')).toContain(nameKey('Äöüäö'))
  expect(nameKeys('Anna')).toEqual(['anna'])
})
