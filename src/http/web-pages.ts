import { Elysia } from 'elysia'
import { type Asset, prepareAsset, sendAsset } from './asset.ts'
import { isForPeople, lostPage } from './lost-page.ts'
import type { LimitRate } from './rate-limit.ts'
import { pagePaths, readSite } from './site.ts'

/** Pages may load only our own files, and only these origins may show them in a frame. */
const policyFor = (forms: "'none'" | "'self'", frames: readonly string[] = []) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors ${frames.join(' ') || "'none'"}`

const headers = { 'content-security-policy': policyFor("'none'") }
/** The page of a patient has a form that leads to the booking page. */
const withForm: Readonly<Record<string, typeof headers>> = {
  '/visit': { 'content-security-policy': policyFor("'self'") },
}

interface PageOptions {
  readonly status?: number
  /** The origins that may show the page in a frame. None when left out. */
  readonly frameAncestors?: readonly string[]
}

/** A page that was written for one request. It may hold a form without a script. */
export const htmlPage = (html: string, { status = 200, frameAncestors }: PageOptions = {}): Response =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor("'self'", frameAncestors),
    },
  })

/** A file with a hash of its content in its name never changes under this name (RFC 8246). */
const forever = { ...headers, 'cache-control': 'public, max-age=31536000, immutable' }
const hashedName = /-[0-9a-z]{8}\.js$/

/** Every file of the site by its path, ready to be sent. The site is the same for every service of this process. */
let site: Promise<ReadonlyMap<string, Asset>> | undefined

async function serve(request: Request, path: string): Promise<Response> {
  site ??= gather().catch((error) => {
    // After a failure, the next request tries again.
    site = undefined
    throw error
  })
  const asset = (await site).get(path)
  if (asset === undefined)
    return isForPeople(request, path)
      ? htmlPage(lostPage, { status: 404 })
      : new Response(null, { status: 404, headers })
  return await sendAsset(request, asset, hashedName.test(path) ? forever : (withForm[path] ?? headers))
}

/**
 * Serves the pages for people, and under `/pages` and `/desk` the files they load. The files are bundled once, on the
 * first request. `limit` counts every request.
 */
export function pages(limit: LimitRate) {
  const app = new Elysia({ detail: { hide: true } })
    .onTransform(limit)
    .get('/', leadTo('/sign-in'))
    // The settings were at this path before there was a front desk. People have it in their bookmarks.
    .get('/account', leadTo('/desk#/settings'))
    .get('/desk/:file', ({ request, params: { file } }) => serve(request, `/desk/${file}`))
  for (const path of pagePaths) app.get(path, ({ request }) => serve(request, path))
  return app
}

/** Sends the browser to another page. */
const leadTo = (location: string) => () =>
  new Response(null, { status: 303, headers: { ...headers, location } })

async function gather(): Promise<ReadonlyMap<string, Asset>> {
  const files = [...(await readSite())].map(
    ([path, { type, text, brotli }]) => [path, prepareAsset(text, type, brotli)] as const,
  )
  return new Map(files)
}
