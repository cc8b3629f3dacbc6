import { Elysia } from 'elysia'
import { type Asset, prepareAsset, sendAsset } from './asset.ts'
import type { LimitRate } from './rate-limit.ts'
import { pageNames, readSite } from './site.ts'

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

/** Bundled and compressed once a process, on the first request. */
let site: Promise<ReadonlyMap<string, Asset>> | undefined

/**
 * Serves the pages for people, and under `/pages` and `/desk` the files they load. `limit` counts every request.
 */
export function pages(limit: LimitRate) {
  const serve = async (request: Request, path: string) => {
    site ??= gather()
    const asset = (await site).get(path)
    return asset ? sendAsset(request, asset, headers) : new Response(null, { status: 404, headers })
  }

  const app = new Elysia({ detail: { hide: true } })
    .onTransform(limit)
    .get('/', leadTo('/sign-in'))
    // Where the settings were before there was a front desk. People have it in their bookmarks.
    .get('/account', leadTo('/desk#/settings'))
    .get('/desk/:file', ({ request, params: { file } }) => serve(request, `/desk/${file}`))
  const files = pageNames.flatMap((name) => [`/${name}`, `/pages/${name}.js`])
  for (const path of ['/pages/style.css', '/pages/icon.svg', '/desk', ...files])
    app.get(path, ({ request }) => serve(request, path))
  return app
}

/** Sends the browser to another page. */
const leadTo = (location: string) => () =>
  new Response(null, { status: 303, headers: { ...headers, location } })

/** Every file of the site by its path, ready to be sent. */
async function gather(): Promise<ReadonlyMap<string, Asset>> {
  const files = [...(await readSite())].map(
    async ([path, { type, text }]) => [path, await prepareAsset(text, type)] as const,
  )
  return new Map(await Promise.all(files))
}
