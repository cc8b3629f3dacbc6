import { describe, expect, test } from 'bun:test'
import { de } from '../../src/messages/de.ts'
import { en } from '../../src/messages/en.ts'
import { titleFor } from '../../src/messages/title.ts'

const women = ['female', 'f', 'w', 'weiblich', 'Frau', 'woman', 'F.', ' FEMALE ', 'Mrs', 'Ms.']
const men = ['male', 'm', 'männlich', 'ma\u0308nnlich', 'maennlich', 'Herr', 'man', 'Mann', 'M.', 'Mr']
const unknown = [
  null,
  '',
  ' ',
  'divers',
  'd',
  'x',
  'non-binary',
  'w/m/d',
  'm, divers',
  'mw',
  '女',
  'Frau Dr.',
]

describe('the form of address', () => {
  test.each(women)('the form of address for the gender %p is that of a woman', (gender) => {
    expect([titleFor(en, gender, 'Kim'), titleFor(de, gender, 'Kim')]).toEqual(['Ms', 'Frau'])
  })

  test.each(men)('the form of address for the gender %p is that of a man', (gender) => {
    expect([titleFor(en, gender, 'Kim'), titleFor(de, gender, 'Kim')]).toEqual(['Mr', 'Herr'])
  })

  test.each(unknown)('the form of address for the gender %p is the first name', (gender) => {
    expect([titleFor(en, gender, 'Kim'), titleFor(de, gender, 'Kim')]).toEqual(['Kim', 'Kim'])
  })
})
