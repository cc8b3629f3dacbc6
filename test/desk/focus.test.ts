import { expect, test } from 'bun:test'

const files = [...new Bun.Glob('src/desk/**/*.{ts,tsx}').scanSync('.')]

test('what gets the focus has a name, and is not looked for in the document', async () => {
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
