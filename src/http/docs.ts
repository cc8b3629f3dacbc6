import { Elysia } from 'elysia'
import { programFile } from '../program.ts'
import { type Asset, prepareAsset, sendAsset } from './asset.ts'
import { guidePage, guideStyle } from './guide.ts'
import type { Plugin } from './mount.ts'
import { describe } from './openapi.ts'
import type { LimitRate } from './rate-limit.ts'

const swaggerUi = (name: string) => () =>
  Bun.file(programFile(`node_modules/swagger-ui-dist/${name}`)).bytes()

/** The pages load nothing from other origins. Swagger UI sets styles on elements and draws its icons from data URLs. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>chairside API</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <p><a href="/docs/guide">Guide: build a front end</a></p>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/**
 * A member who opens the page from the front desk, in the same tab, is authorized already. A token that somebody pastes
 * stays in the page's memory, so the next user of the browser does not find it.
 */
const start = `const session = sessionStorage.getItem('chairside.session')
const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => session && ui.preauthorizeApiKey('token', session),
})
`

/** The content and the media type at each path: everything under `/docs`, and the OpenAPI document itself. */
const contents = (api: Plugin, version: string): Record<string, [content: () => Content, type: string]> => ({
  '/openapi.json': [async () => JSON.stringify(await describe(api, version)), 'application/json'],
  '/docs': [() => page, html],
  '/docs/guide': [guidePage, html],
  '/docs/guide.css': [guideStyle, css],
  '/docs/start.js': [() => start, javascript],
  '/docs/swagger-ui-bundle.js': [swaggerUi('swagger-ui-bundle.js'), javascript],
  '/docs/swagger-ui.css': [swaggerUi('swagger-ui.css'), css],
  '/docs/favicon-32x32.png': [swaggerUi('favicon-32x32.png'), 'image/png'],
})
type Content = string | Promise<string | Uint8Array>

const html = 'text/html; charset=utf-8'
const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

/**
 * `/openapi.json`, Swagger UI for it at `/docs`, and the guide, all from our own origin. Each file is made on the first
 * request and kept. `limit` counts every request, because a file is much longer than the request for it.
 */
export function docs(api: Plugin, version: string, limit: LimitRate) {
  const app = new Elysia({ detail: { hide: true } }).onTransform(limit)
  for (const [path, [content, type]] of Object.entries(contents(api, version))) {
    let asset: Promise<Asset> | undefined
    app.get(path, async ({ request }) => {
      asset ??= Promise.resolve(content()).then((made) => prepareAsset(made, type))
      return sendAsset(request, await asset, headers)
    })
  }
  return app
}
