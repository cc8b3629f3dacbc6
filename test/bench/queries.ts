/** Searches as people type them, by whole words and by beginnings. */
import { type Random, random } from '../../src/demo/random.ts'
import { makeFirstName, makeLastName } from './names.ts'

const perKind = 150

const kinds: Record<string, (dice: Random) => string> = {
  'one letter': (dice) => begin(makeLastName(dice), 1),
  'two letters': (dice) => begin(makeLastName(dice), 2),
  'three letters': (dice) => begin(dice.chance(0.7) ? makeLastName(dice) : makeFirstName(dice), 3),
  'four and more': (dice) => begin(makeLastName(dice), 4 + dice.below(6)),
  'inside a name': (dice) => makeLastName(dice).slice(2, 5 + dice.below(3)),
  'a first name': (dice) => makeFirstName(dice),
  'two words': (dice) => `${makeFirstName(dice)} ${makeLastName(dice)}`,
  'two words begun': (dice) =>
    `${begin(makeLastName(dice), 1 + dice.below(4))} ${begin(makeFirstName(dice), 1 + dice.below(2))}`,
  'without accents': (dice) => plain(`${makeLastName(dice)} ${begin(makeFirstName(dice), 3)}`),
  nobody: (dice) => `${begin(makeLastName(dice), 3)}${dice.pick(['xq', 'qj', 'zzk', '%', '_'])}`,
}

const begin = (name: string, letters: number): string => [...name].slice(0, letters).join('').trim()
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The queries by kind. They are the same in every run. */
export function typedQueries(): { kind: string; queries: string[] }[] {
  const dice = random(11)
  return Object.entries(kinds).map(([kind, type]) => ({
    kind,
    queries: Array.from({ length: perKind }, () => type(dice)),
  }))
}
