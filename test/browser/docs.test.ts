/** The documentation at `/docs`, where people try out the API on the demo practice. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { makeDemo } from '../../src/demo/open.ts'
import { exampleIds } from '../../src/http/examples.ts'
import { emptyService, monday } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { person } from './browser.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'

/** The operations that this test needs. A busy machine could not draw all operations within the time limit. */
const drawn: Readonly<Record<string, string>> = {
  '/api/v1/tags': 'post',
  '/api/v1/tags/{tagId}': 'get',
  '/api/v1/appointments': 'post',
}

/** Presses “Execute” in an operation. Returns the status and the text that the page then shows. */
async function execute(page: Page, operation: string): Promise<readonly [status: number, text: string]> {
  const block = page.locator(`#operations-${operation}`)
  if ((await block.locator('.execute').count()) === 0) await block.locator('.opblock-summary-control').click()
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/v1/')),
    block.locator('.execute').click(),
  ])
  const id = response.headers()['x-request-id']!
  // The request id proves that the page shows this answer, and not the answer to an earlier click.
  const shown = block.locator('.live-responses-table tbody', { hasText: id })
  await shown.waitFor()
  expect(await shown.locator('.response-col_status').first().textContent()).toStartWith(
    String(response.status()),
  )
  return [response.status(), (await shown.textContent()) ?? '']
}

inBrowser({
  'the examples of the documentation can be executed again and again, and each one shows its own answer':
    async (_, browser) => {
      await using service = emptyService()
      const { token } = await makeDemo(service.store, monday)
      await using server = listening(service)
      await using reader = await person(browser, server.url)
      const { page } = reader
      await page.addInitScript((token) => sessionStorage.setItem('chairside.session', token), token)
      await page.route('**/openapi.json', async (route) => {
        const document = await (await route.fetch()).json()
        const paths = Object.fromEntries(
          Object.entries(drawn).map(([path, method]) => {
            const operation = {
              ...document.paths[path][method],
              responses: { default: { description: '-' } },
            }
            return [path, { [method]: operation }]
          }),
        )
        // Request schemas stay as they are served. Answer schemas are left out, because the page only displays them.
        const { CreateTag, CreateAppointment } = document.components.schemas
        document.components.schemas = { CreateTag, CreateAppointment }
        await route.fulfill({ json: { ...document, paths } })
      })
      await page.goto('/docs')

      const [made] = await execute(page, 'Tags-createTag')
      const [read, tag] = await execute(page, 'Tags-getTag')
      const [booked] = await execute(page, 'Appointments-bookAppointment')
      // The second request is refused. It does not get the answer of the first one.
      const [again] = await execute(page, 'Appointments-bookAppointment')
      expect([made, read, booked, again]).toEqual([201, 200, 201, 409])
      expect(tag).toContain(exampleIds.tag)
      onlyRefused(reader, ...reader.complaints.filter((complaint) => complaint.includes('409')))
    },
})
