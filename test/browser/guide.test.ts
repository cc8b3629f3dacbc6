/** Tests of the guide's front end (`/docs/guide`), which the guide's own development server delivers. */
import { describe, expect, test } from 'bun:test'

import { freePort } from '../support/free-port.ts'
import { packages } from '../support/generators.ts'
import { writeProject } from '../support/guide.ts'
import { serving } from '../support/serving.ts'
import { chromiumPath, person } from './browser.ts'
import { browser, useBrowser } from './browsing.ts'
import { enrol } from './steps.ts'

useBrowser()

/** Starts Vite in a folder and waits until it listens. */
async function startVite(folder: string, port: number, service: string): Promise<AsyncDisposable> {
  const vite = Bun.spawn(
    [process.execPath, `${packages}/vite/bin/vite.js`, '--port', `${port}`, '--strictPort'],
    { cwd: folder, env: { PATH: process.env.PATH, CHAIRSIDE: service }, stdout: 'pipe', stderr: 'inherit' },
  )
  await new Promise<void>((resolve, reject) => {
    const read = async () => {
      let output = ''
      for await (const text of vite.stdout.pipeThrough(new TextDecoderStream())) {
        output += Bun.stripANSI(text)
        if (output.includes(`:${port}/`)) resolve()
      }
      reject(new Error(`Vite ended: ${output}`))
    }
    read().catch(reject)
  })
  return {
    async [Symbol.asyncDispose]() {
      vite.kill()
      await vite.exited
    },
  }
}

describe.skipIf(chromiumPath === undefined)('the front end of the guide', () => {
  test('signs a person in, lists patients and books an appointment, with the service behind a proxy', async () => {
    const port = Number(await freePort())
    const origin = `http://localhost:${port}`
    await using server = await serving({ PUBLIC_URL: origin }, { demo: true })
    const { folder } = await writeProject()
    await using _ = await startVite(folder, port, `http://127.0.0.1:${server.port}`)

    await using user = await person(browser, origin)
    const { page } = user
    await enrol(page, server.demo!.signInUrl!)
    await page.goto('/')
    await page.click('#sign-in')
    await page.waitForSelector('#told:not(:empty)')
    expect(await page.textContent('#patients li >> nth=0')).toContain('Müller')
    expect(await page.textContent('#told')).toMatch(
      /^Booked at .+2030.+\. The chair is taken at that time: 1 entry is in the way\..+$/,
    )
    expect(user.complaints.filter((complaint) => !complaint.startsWith('elsewhere: ws:'))).toEqual([
      '409 /api/v1/appointments',
    ])
  })
})
