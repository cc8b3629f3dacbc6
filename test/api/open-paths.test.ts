import { expect, test } from 'bun:test'
import { openPaths } from '../../src/app.ts'
import { healthRoutes } from '../../src/health/routes.ts'
import { pathsAmong } from '../../src/http/path.ts'
import { emptyService } from '../support/clinic.ts'

async function everyPath(): Promise<string[]> {
  await using service = emptyService()
  const routes = [...service.app.routes, ...healthRoutes({} as never, undefined).routes]
  return [...new Set(routes.map(({ path }) => path))]
}

test('a path needs no token when it is not below /api/v1, and only then', async () => {
  const isOpen = pathsAmong(openPaths)
  const paths = await everyPath()
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => isOpen(path) === path.startsWith('/api/v1/'))).toEqual([])
})

test('every open path leads somewhere', async () => {
  const paths = await everyPath()
  expect(openPaths.filter((open) => !paths.some(pathsAmong([open])))).toEqual([])
})
