import { join } from 'node:path'
import { Elysia } from 'elysia'
import { type Asset, prepareAsset, sendAsset } from './asset.ts'

const pagesFolder = join(import.meta.dir, '../pages')

/** Pages may load only our own files, and no other site may show them in a frame. */
const policyFor = (forms: "'none'" | "'self'") =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`

const headers = { 'content-security-policy': policyFor("'none'") }

/** A page that was written for one request. It may hold a form without a script. */
export const htmlPage = (html: string): Response =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor("'self'"),
    },
  })

const names = ['setup', 'enrol', 'sign-in', 'account', 'visit'] as const

/**
 * Serves the pages for people, and under `/pages` the files they load. All are read, bundled and compressed once, on the
 * first request.
 */
export function pages() {
  let site: Promise<ReadonlyMap<string, Asset>> | undefined
  const serve = (path: string) => {
    return async ({ request }: { request: Request }) => {
      site ??= gather()
      return sendAsset(request, (await site).get(path)!, headers)
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

/** Every page and asset by its path. */
async function gather(): Promise<ReadonlyMap<string, Asset>> {
  const file = (name: string) => Bun.file(join(pagesFolder, name)).text()
  const all = [
    prepared('/pages/style.css', 'text/css; charset=utf-8', file('style.css')),
    prepared('/pages/icon.svg', 'image/svg+xml', file('icon.svg')),
    ...names.flatMap((name) => [
      prepared(`/${name}`, 'text/html; charset=utf-8', file(`${name}.html`)),
      prepared(`/pages/${name}.js`, 'text/javascript; charset=utf-8', bundle(`${name}.ts`)),
    ]),
  ]
  return new Map(await Promise.all(all))
}

async function prepared(path: string, type: string, text: Promise<string>): Promise<[string, Asset]> {
  return [path, await prepareAsset(await text, type)]
}

async function bundle(name: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(pagesFolder, name)],
    target: 'browser',
    minify: true,
  })
  return await outputs[0]!.text()
}
