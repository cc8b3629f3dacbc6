/** Practices treat in chairs, in rooms or on couches. The texts of the desk use the right word. */
import { describe, expect, test } from 'bun:test'
import * as deSeats from '../../src/desk/words/de-seats.ts'
import * as enSeats from '../../src/desk/words/en-seats.ts'
import { seated, seatOf } from '../../src/desk/words/seat.ts'
import { packNames } from '../../src/domain/pack.ts'
import { written } from './words.ts'

test('the kind of practice decides whether its texts say chair, room or couch', () => {
  expect(Object.fromEntries(packNames.map((name) => [name, seatOf(name)]))).toEqual({
    general: 'room',
    dental: 'chair',
    physio: 'couch',
  })
  expect(seatOf('own')).toBe('chair')
  expect(seatOf('constructor')).toBe('chair')
})

const languages = {
  en: {
    files: [
      'en',
      'en-forms',
      'en-screens',
      'en-settings',
      'en-imports',
      'en-access',
      'en-entrance',
      'trail/en',
    ],
    seats: enSeats,
  },
  de: {
    files: [
      'de',
      'de-forms',
      'de-screens',
      'de-settings',
      'de-imports',
      'de-access',
      'de-entrance',
      'trail/de',
    ],
    seats: deSeats,
  },
}

describe.each(Object.entries(languages))('in %s', (language, { files, seats }) => {
  const texts = async () => {
    const sources = await Promise.all(
      files.map((file) => Bun.file(`${import.meta.dir}/../../src/desk/words/${file}.ts`).text()),
    )
    return sources.flatMap((source) =>
      [
        ...source
          .replaceAll(/^\s*(\/\*)?\*.*|\/\/.*/gm, '')
          .matchAll(/'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g),
      ].map(([, text, template]) => (text ?? template)!.replaceAll(/\$\{[^}]*\}/g, '')),
    )
  }

  test('every phrase with a chair has a form for rooms and for couches, and there are no other forms', async () => {
    const phrases = new Set(
      (await texts()).flatMap((text) =>
        [...text.matchAll(/\{([^{}]*(?:chair|stuhl|stühle)[^{}]*)\}/gi)].map(([, phrase]) => phrase!),
      ),
    )
    for (const forms of [seats.room, seats.couch]) expect(new Set(Object.keys(forms))).toEqual(phrases)
  })

  test('texts name a chair only in the phrases that have other forms', async () => {
    const word = language === 'en' ? /\bchairs?\b/i : /\b(Stuhl|Stühle)n?s?\b/
    const said = (await texts())
      .map((text) => text.replaceAll(/\{[^{}]*\}/g, ''))
      .filter((text) => word.test(text))
    expect(said.filter((text) => text.includes(' '))).toEqual([])
  })
})

test('lists, sentences and functions use the words for a room or a couch', () => {
  const room = seated(written.en, enSeats.room)
  expect(room.booking.taken('Zoe')).toBe('The room is taken: Zoe.')
  expect(room.settings.chairs).toBe('Rooms')
  expect(seated(written.de, deSeats.couch).booking.taken('Zoe')).toBe('Die Liege ist belegt: Zoe.')
  expect(seated(written.de).booking.taken('{Zoe}')).toBe('Der Stuhl ist belegt: {Zoe}.')
})
