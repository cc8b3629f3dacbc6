import { expect, test } from 'bun:test'
import { isolated, listName, spokenName } from '../../src/desk/words/names.ts'

test('a name that runs from right to left does not change the direction of the sentence around it', () => {
  expect(spokenName({ firstName: 'ליאת', lastName: 'כהן' })).toBe('\u2068ליאת כהן\u2069')
  expect(listName({ firstName: 'محمد', lastName: 'علي' })).toBe('\u2068علي, محمد\u2069')
  // A direction mark that was pasted with a name would reverse the text after the name.
  expect(isolated('Zoé\u202e Müller')).toBe('\u2068Zoé\u202e Müller\u2069')
})

test('other names stay as they are written', () => {
  for (const name of ['Zoé Müller', 'Łukasz Ćwik', '王 小明', '<b>Eva</b>', '👩‍⚕️ Eva'])
    expect(isolated(name)).toBe(name)
})
