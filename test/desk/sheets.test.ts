import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const desk = join(import.meta.dir, '../../src/desk')

test('every style sheet of the desk is in a layer', async () => {
  const roots = ['style/desk.css', 'entrance/entrance.css']
  const imported = new Set(roots)
  for (const root of roots)
    for (const [, path] of (await Bun.file(join(desk, root)).text()).matchAll(
      /^@import "(.+)" layer\(\w+\);$/gm,
    ))
      imported.add(relative(desk, join(desk, dirname(root), path!)))
  const sheets = [...new Bun.Glob('**/*.css').scanSync(desk)]
  expect(sheets.filter((sheet) => !imported.has(sheet))).toEqual([])
})
