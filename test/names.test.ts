/** In the server and in the desk, each exported type, interface or class has a unique name. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

const isOfDesk = (path: string) => path.startsWith('src/desk/')
const files = [...new Bun.Glob('{src,db}/**/*.{ts,tsx}').scanSync('.')].filter(
  (path) => !path.startsWith('src/pages/'),
)

/** The names that more than one of these files exports. */
function sharedNames(paths: readonly string[]): string[] {
  const declaration = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm
  const names = paths.flatMap((path) => [
    ...new Set([...readFileSync(path, 'utf8').matchAll(declaration)].map(([, name]) => name!)),
  ])
  return [...Map.groupBy(names, (name) => name)]
    .filter(([, all]) => all.length > 1)
    .map(([name]) => name)
    .sort()
}

test.each([
  ['server', files.filter((path) => !isOfDesk(path))],
  ['desk', files.filter(isOfDesk)],
] as const)('no two files of the %s export a type of the same name', (_side, paths) => {
  expect(paths.length).toBeGreaterThan(100)
  expect(sharedNames(paths)).toEqual([])
})
