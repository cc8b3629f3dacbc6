import { join } from 'node:path'
import { Elysia } from 'elysia'
import { type Asset, prepareAsset, sendAsset } from './asset.ts'
import type { LimitRate } from './rate-limit.ts'

const source = join(import.meta.dir, '..')

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

const names = ['setup', 'enrol', 'sign-in', 'visit'] as const

/**
 * Serves the pages for people, and under `/pages` and `/desk` the files they load. All are read, bundled and compressed
 * once, on the first request. `limit` counts every request.
 */
export function pages(limit: LimitRate) {
  let site: Promise<ReadonlyMap<string, Asset>> | undefined
  const serve = (path: string) => {
    return async ({ request }: { request: Request }) => {
      site ??= gather()
      return sendAsset(request, (await site).get(path)!, headers)
    }
  }

  const app = new Elysia({ detail: { hide: true } })
    .onTransform(limit)
    .get('/', leadTo('/sign-in'))
    // Where the settings were before there was a front desk. People have it in their bookmarks.
    .get('/account', leadTo('/desk#/settings'))
    .get('/pages/style.css', serve('/pages/style.css'))
    .get('/pages/icon.svg', serve('/pages/icon.svg'))
    .get('/desk', serve('/desk'))
    .get('/desk/:file', async ({ request, params: { file } }) => {
      site ??= gather()
      const asset = (await site).get(`/desk/${file}`)
      return asset ? sendAsset(request, asset, headers) : new Response(null, { status: 404, headers })
    })
  for (const name of names)
    app.get(`/${name}`, serve(`/${name}`)).get(`/pages/${name}.js`, serve(`/pages/${name}.js`))
  return app
}

/** Sends the browser to another page. */
const leadTo = (location: string) => () =>
  new Response(null, { status: 303, headers: { ...headers, location } })

/** Every page and asset by its path. */
async function gather(): Promise<ReadonlyMap<string, Asset>> {
  const file = (name: string) => Bun.file(join(source, name)).text()
  const all = [
    prepared('/pages/style.css', css, file('pages/style.css')),
    prepared('/pages/icon.svg', 'image/svg+xml', file('pages/icon.svg')),
    ...names.flatMap((name) => [
      prepared(`/${name}`, html, file(`pages/${name}.html`)),
      prepared(
        `/pages/${name}.js`,
        javascript,
        bundled([`pages/${name}.ts`]).then(([only]) => only!.text()),
      ),
    ]),
    prepared('/desk', html, file('desk/desk.html')),
  ]
  return new Map([...(await Promise.all(all)), ...(await desk())])
}

/** The scripts and the style of the front desk. Screens that are opened later are files of their own. */
async function desk(): Promise<[string, Asset][]> {
  const outputs = await bundled(['desk/main.tsx', 'desk/style/desk.css'], true)
  return Promise.all(
    outputs.map(async (output) =>
      prepared(
        `/desk/${output.path.replace(/^\.\//, '')}`,
        output.path.endsWith('.css') ? css : javascript,
        output.text(),
      ),
    ),
  )
}

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

async function prepared(path: string, type: string, text: Promise<string>): Promise<[string, Asset]> {
  return [path, await prepareAsset(await text, type)]
}

async function bundled(names: readonly string[], splitting = false) {
  const { outputs } = await Bun.build({
    entrypoints: names.map((name) => join(source, name)),
    target: 'browser',
    minify: true,
    splitting,
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
  })
  return outputs
}
