/** Every page for people, and every file that the pages load, as texts by path. */
import { join } from 'node:path'
import { programFile } from '../program.ts'
import { compress } from './asset.ts'

interface SiteFile {
  readonly type: string
  readonly text: string
  /** The text, compressed beforehand with Brotli, in Base64. */
  readonly brotli?: string
}

const source = programFile('src')
/** The file with the site, when the site was built beforehand, as in the container image. */
export const builtSitePath = programFile('site.json')

/**
 * The paths of the screens before the front desk. They all have the same page. Its script draws the screen of the path.
 */
const waysIn = ['/setup', '/enrol', '/sign-in'] as const
/** The pages, and the files under `/pages` that they load. */
export const pagePaths = [
  ...waysIn,
  ...['/desk', '/visit', '/pages/visit.js', '/pages/style.css', '/pages/icon.svg'],
]

/** The site as it was built beforehand, or built now. Building takes some hundred milliseconds. */
export async function readSite(): Promise<ReadonlyMap<string, SiteFile>> {
  const built = Bun.file(builtSitePath)
  return new Map(Object.entries((await built.exists()) ? await built.json() : await buildSite()))
}

/** Bundles all scripts and styles. @throws AggregateError for a mistake in the source. */
export async function buildSite(): Promise<Record<string, SiteFile>> {
  const file = (name: string) => Bun.file(join(source, name)).text()
  const [icon, visit, entrance, desk, [visitScript], [style], deskFiles, entranceFiles] = await Promise.all([
    file('pages/icon.svg'),
    file('pages/visit.html'),
    file('desk/entrance/entrance.html'),
    file('desk/desk.html'),
    bundle(['pages/visit.ts']),
    bundle(['pages/style.css']),
    bundle(['desk/early.ts', 'desk/main.tsx', 'desk/style/desk.css']),
    // The entrance is bundled separately. Otherwise Bun would split the scripts of the desk into many more files.
    bundle(['desk/entrance/entrance.tsx', 'desk/entrance/entrance.css']),
  ])
  const wayIn = html(withPreloads(entrance, 'entrance.js', entranceFiles))
  return {
    '/pages/icon.svg': { type: 'image/svg+xml', text: icon },
    '/pages/style.css': style!.file,
    '/pages/visit.js': visitScript!.file,
    '/visit': html(visit),
    '/desk': html(withPreloads(desk, 'main.js', deskFiles)),
    ...Object.fromEntries(waysIn.map((path) => [path, wayIn])),
    ...Object.fromEntries([...deskFiles, ...entranceFiles].map(({ name, file }) => [`/desk/${name}`, file])),
  }
}

/** Adds links to a page, so that the browser loads at once what the script of the page imports. */
function withPreloads(page: string, script: string, files: Awaited<ReturnType<typeof bundle>>): string {
  const main = files.find(({ name }) => name === script)!.file.text
  const links = [...main.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
    ([, name]) => `<link rel="modulepreload" href="/desk/${name}">`,
  )
  return page.replace('</head>', `${[...new Set(links)].join('')}</head>`)
}

/** The dialogues and the other screens of the desk. They are loaded right after the first board. */
const afterBoard = [
  'screens/booking/booking-dialog.tsx',
  'screens/board/acts/cancel-form.tsx',
  'screens/board/acts/forms.ts',
  'shell/other-screens.ts',
  'shell/sign-in-again.tsx',
  'parts/confirm.ts',
]
/** The screens that are loaded only when somebody opens them. */
const onOpening = ['screens/settings/all.ts', 'screens/settings/imports/imports.tsx']

/**
 * Makes one file of the first board, and another file of all modules that are loaded right after it. Many small files
 * would compress badly. Bun puts modules into one file when the same entry points reach them. So each of these modules
 * also imports the start of the desk and all of `afterBoard`, which are loaded by then.
 */
const fewFiles: Bun.BunPlugin = {
  name: 'few files',
  setup(build) {
    const reached = ['main.tsx', ...afterBoard].map((name) => JSON.stringify(join(source, 'desk', name)))
    const imports = reached.map((path) => `\nimport ${path}`).join('')
    const filter = new RegExp(`/src/desk/(?:${[...afterBoard, ...onOpening].join('|')})$`)
    build.onLoad({ filter }, async ({ path }) => ({
      contents: (await Bun.file(path).text()) + imports,
      loader: 'tsx',
    }))
  },
}

/**
 * Bundles scripts and styles. Parts that several of them share, or that are loaded later, become files of their own.
 */
async function bundle(names: readonly string[]) {
  const { outputs } = await Bun.build({
    entrypoints: names.map((name) => join(source, name)),
    target: 'browser',
    minify: true,
    jsx: { development: false },
    ...(names.length > 1 && { splitting: true, minChunkSize: 16_384, plugins: [fewFiles] }),
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
  })
  return await Promise.all(
    outputs.map(async (output) => {
      const text = await output.text()
      return {
        name: output.path.replace('./', ''),
        file: output.path.endsWith('.css') ? css(text) : javascript(text),
      }
    }),
  )
}

const html = (text: string): SiteFile => ({ type: 'text/html; charset=utf-8', text })
const css = (text: string): SiteFile => ({ type: 'text/css; charset=utf-8', text })
const javascript = (text: string): SiteFile => ({ type: 'text/javascript; charset=utf-8', text })

/** Adds the compressed text to each file, so that no visitor waits for the compression. */
const compressedBeforehand = async (site: Record<string, SiteFile>): Promise<Record<string, SiteFile>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(site).map(async ([path, file]) => {
        const bytes = await compress('br', new TextEncoder().encode(file.text))
        return [path, { ...file, brotli: bytes.toBase64() }]
      }),
    ),
  )

/** The text of the file at `builtSitePath`. */
export const builtSite = async (): Promise<string> =>
  JSON.stringify(await compressedBeforehand(await buildSite()))
