import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { type AnyElysia, Elysia } from 'elysia'
import { describe } from './openapi.ts'

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Nothing from anywhere else; Swagger UI sets styles on elements and draws its icons from data URLs. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/**
 * Who comes from the account page, in the same tab, is authorized already. A token that is pasted stays in the
 * page's memory: it is not written where the next user of the browser would find it.
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

/** `/openapi.json`, and Swagger UI for it at `/docs`, all from our own origin. */
export function docs(api: AnyElysia, version: string) {
  let document: Promise<string> | undefined
  const served = (body: string | Bun.BunFile, type: string) =>
    new Response(body, { headers: { 'content-type': type, 'content-security-policy': policy } })

  const asset = (name: string, type: string) => () => served(Bun.file(`${swaggerUi}/${name}`), type)
  return new Elysia({ detail: { hide: true } })
    .get('/openapi.json', async () => {
      document ??= describe(api, version).then((described) => JSON.stringify(described))
      return served(await document, 'application/json')
    })
    .get('/docs', () => served(page, 'text/html; charset=utf-8'))
    .get('/docs/start.js', () => served(start, 'text/javascript; charset=utf-8'))
    .get('/docs/swagger-ui-bundle.js', asset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'))
    .get('/docs/swagger-ui.css', asset('swagger-ui.css', 'text/css; charset=utf-8'))
    .get('/docs/favicon-32x32.png', asset('favicon-32x32.png', 'image/png'))
}
