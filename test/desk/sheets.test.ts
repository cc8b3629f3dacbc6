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

test('every class of a style sheet of the desk is used in its code', async () => {
  const textOf = async (pattern: string) =>
    (
      await Promise.all(
        [...new Bun.Glob(pattern).scanSync(desk)].map((file) => Bun.file(join(desk, file)).text()),
      )
    ).join('\n')
  const [sheets, code] = await Promise.all([textOf('**/*.css'), textOf('**/*.{ts,tsx,html}')])
  const named = new Set(code.match(/[a-z][\w-]*/gi))
  // The beginnings of class names that the code puts together, such as `lines-${lines}`.
  const begun = [...code.matchAll(/([a-z]+-)\$\{/g)].map(([, begin]) => begin!)
  const selectors = sheets
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/"[^"]*"/g, '')
    .matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)
  const classes = new Set([...selectors].map(([, name]) => name!))
  expect(classes.size).toBeGreaterThan(300)
  expect(
    [...classes].filter((name) => !named.has(name) && !begun.some((begin) => name.startsWith(begin))),
  ).toEqual([])
})
