/**
 * Starts the demo of an executable on an empty machine. It has an empty home, no network, and no files except the
 * libraries that the executable links. `unshare --net --mount` runs this script. The script prints its findings as
 * JSON.
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { must } from './must.ts'
import { loopbackUp } from './namespace.ts'
import { until } from './until.ts'

const [executable, jail] = process.argv.slice(2) as [string, string]

const libraries = must(['ldd', executable]).match(/\/[^\s:]+(?= \(0x)/g)!
for (const library of libraries) {
  mkdirSync(join(jail, dirname(library)), { recursive: true })
  copyFileSync(library, join(jail, library))
}
linkSync(executable, join(jail, 'chairside'))
for (const folder of ['home', 'proc', 'dev']) mkdirSync(join(jail, folder))
for (const folder of ['proc', 'dev']) must(['mount', '--rbind', `/${folder}`, join(jail, folder)])
loopbackUp()

const env = { HOME: '/home', DATABASE_PATH: '/home/demo.db', RATE_LIMIT: 'off' }
const child = Bun.spawn([Bun.which('chroot')!, jail, '/chairside', 'demo'], { env, stderr: 'inherit' })
let output = ''
void (async () => {
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) output += text
})()
const token = await until('the token of the demo', () => /ck_[\w-]+/.exec(output)?.[0])
const origin = 'http://127.0.0.1:3000'
const page = await (await fetch(`${origin}/sign-in`)).text()
const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)
const statuses = await Promise.all(
  [...files, '/docs', '/docs/guide', '/docs/swagger-ui-bundle.js', '/openapi.json'].map(
    async (path) => [path, (await fetch(origin + path)).status] as const,
  ),
)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
// biome-ignore lint/suspicious/noExplicitAny: the answers are of several forms
const call = async (path: string, body?: object): Promise<any> =>
  (
    await fetch(`${origin}/api/v1${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  ).json()
const {
  data: { chairs },
} = await call('/chairs')
const booked = await call('/appointments', {
  type: 'appointment',
  chairId: chairs[0].id,
  startAt: '2027-03-29T08:00:00+02:00',
  endAt: '2027-03-29T08:30:00+02:00',
})
const free = await call(
  `/appointments/availability?date=2027-03-29&chairId=${chairs[0].id}&durationMinutes=30`,
)
const abroad = await fetch('http://192.0.2.1/').catch(({ code }) => code)
child.kill()
console.log(
  JSON.stringify({
    files,
    notServed: statuses.filter(([, status]) => status !== 200),
    booked,
    free,
    abroad,
    in: readdirSync(jail),
    exit: await child.exited,
  }),
)
