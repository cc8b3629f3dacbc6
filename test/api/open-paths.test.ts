import { expect, test } from 'bun:test'
import { Checks } from '../../src/health/checks.ts'
import { healthRoutes } from '../../src/health/routes.ts'
import { clinic } from '../support/clinic.ts'

test('a route needs a token exactly when its path is below /api/v1', async () => {
  await using c = await clinic()
  const routes = [...c.app.routes, ...healthRoutes({} as never, undefined, new Checks()).routes]
  const paths = [...new Set(routes.map(({ path }) => path))]
  expect(paths.length).toBeGreaterThan(50)
  for (const path of paths)
    for (const below of ['', '/nope']) {
      const { status } = await c.anonymous('GET', `${path === '/' ? '' : path}${below}` || '/')
      const isListed = below === '' || paths.includes(`${path}/:file`)
      const isOpen = !path.startsWith('/api/v1/') && isListed
      expect({ path, below, isOpen: status !== 401 }).toEqual({ path, below, isOpen })
    }
})
