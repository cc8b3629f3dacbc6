/** What stands beside what has distances of one scale, so that the screens line up. */
import { expect, test } from 'bun:test'
import { Glob } from 'bun'

const sheets = [...new Glob('src/{desk,pages}/**/*.css').scanSync('.')]

/** Small distances come in steps of 2 pixels, and those from half a rem on in steps of 4. A hair of 1 pixel is right, too. */
const fits = (rem: number): boolean => rem === 0.0625 || rem % (rem < 0.5 ? 0.125 : 0.25) === 0

test('the paddings, margins and gaps of all style sheets keep to one scale', async () => {
  expect(sheets.length).toBeGreaterThan(30)
  const odd: string[] = []
  for (const sheet of sheets)
    for (const [line, value] of (await Bun.file(sheet).text()).matchAll(
      /^ *(?:padding|margin|gap|row-gap|column-gap)[\w-]*:([^;]*);/gm,
    ))
      for (const [, rem] of value!.matchAll(/(?<![\w.])-?(\d*\.?\d+)rem/g))
        if (!fits(Number(rem))) odd.push(`${sheet}: ${line.trim()}`)
  expect(odd).toEqual([])
})
