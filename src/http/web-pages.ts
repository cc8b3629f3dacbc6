import { join } from 'node:path'
import { Elysia } from 'elysia'

const pagesFolder = join(import.meta.dir, '../pages')

/** Pages may load only our own files, and no other site may show them in a frame. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy':
    'publickey-credentials-create=(self), publickey-credentials-get=(self), camera=(), geolocation=(), microphone=()',
  'cache-control': 'no-cache',
}

const names = ['setup', 'enrol', 'sign-in', 'account', 'visit'] as const

/** Serves the pages for people, and under `/pages` the files they load. All are read and bundled once, on the first request. */
export function pages() {
  let site: Promise<ReadonlyMap<string, Served>> | undefined
  const serve = (path: string) => {
    return async ({ request }: { request: Request }) => {
      site ??= gather()
      return respond(request, (await site).get(path)!)
    }
  }

  const app = new Elysia({ detail: { hide: true } })
    .get('/', () => new Response(null, { status: 303, headers: { ...headers, location: '/sign-in' } }))
    .get('/pages/style.css', serve('/pages/style.css'))
    .get('/pages/icon.svg', serve('/pages/icon.svg'))
  for (const name of names)
    app.get(`/${name}`, serve(`/${name}`)).get(`/pages/${name}.js`, serve(`/pages/${name}.js`))
  return app
}

interface Served {
  readonly body: string
  readonly type: string
  readonly etag: string
}

/** Every page and asset by its path. */
async function gather(): Promise<ReadonlyMap<string, Served>> {
  const file = (name: string) => Bun.file(join(pagesFolder, name)).text()
  const all = [
    served('/pages/style.css', 'text/css; charset=utf-8', file('style.css')),
    served('/pages/icon.svg', 'image/svg+xml', file('icon.svg')),
    ...names.flatMap((name) => [
      served(`/${name}`, 'text/html; charset=utf-8', file(`${name}.html`)),
      served(`/pages/${name}.js`, 'text/javascript; charset=utf-8', bundle(`${name}.ts`)),
    ]),
  ]
  return new Map(await Promise.all(all))
}

async function served(path: string, type: string, text: Promise<string>): Promise<[string, Served]> {
  const body = await text
  return [path, { body, type, etag: `"${Bun.hash(body).toString(36)}"` }]
}

async function bundle(name: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(pagesFolder, name)],
    target: 'browser',
    minify: true,
  })
  return await outputs[0]!.text()
}

function respond(request: Request, { body, type, etag }: Served): Response {
  const unchanged = request.headers.get('if-none-match') === etag
  return new Response(unchanged ? null : body, {
    status: unchanged ? 304 : 200,
    headers: { ...headers, etag, 'content-type': type },
  })
}
