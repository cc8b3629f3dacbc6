import { expect, test } from 'bun:test'

const files = [...new Bun.Glob('src/desk/**/*.{ts,tsx}').scanSync('.')]

test('elements that get the focus are found by their registered names, and not by a search in the document', async () => {
  const looking: string[] = []
  for (const path of files) {
    const source = await Bun.file(path).text()
    if (
      /(?:querySelector(?:All)?|getElementById)[\s\S]{0,150}?\.focus\(/.test(source) &&
      path !== 'src/desk/base/focus.ts'
    )
      looking.push(path)
  }
  expect(files.length).toBeGreaterThan(300)
  expect(looking).toEqual([])
})
