/** The distances between elements are from one scale, so that the screens are aligned. */
import { expect, test } from 'bun:test'
import { Glob } from 'bun'

const sheets = [...new Glob('src/{desk,pages}/**/*.css').scanSync('.')]

/** Distances are multiples of 4 pixels. Between an icon and its number, the distance may be one or two pixels. */
const fits = (rem: number): boolean => rem === 0.0625 || rem === 0.125 || rem % 0.25 === 0

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

test('the heights of buttons and fields are multiples of 4 pixels', async () => {
  const text = await Bun.file('src/desk/parts/controls.css').text()
  const heights = [...text.matchAll(/height: ([\d.]+)rem/g)].map(([, rem]) => Number(rem))
  expect(heights).not.toBeEmpty()
  expect(heights.filter((rem) => rem % 0.25 !== 0)).toEqual([])
})
