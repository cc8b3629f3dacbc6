/**
 * `bun run build`: makes `chairside`, one executable with Bun, the code, the pages, the documentation and the migrations
 * inside. The machine that runs it needs nothing else. `bun run build bun-linux-arm64 name` makes one for other machines.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtSite } from '../http/site.ts'
import { insideFolder, programFile } from '../program.ts'

/** What the program reads while it runs (`programFile`). */
const read = [
  'db/migrations',
  'litestream.yml',
  'src/http/guide.md',
  'src/http/guide.css',
  ...['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'].map(
    (name) => `node_modules/swagger-ui-dist/${name}`,
  ),
]

const [target, outfile = 'chairside'] = process.argv.slice(2)
const gathered = mkdtempSync(join(tmpdir(), 'chairside-build-'))
try {
  const inside = join(gathered, insideFolder)
  for (const path of read) {
    mkdirSync(dirname(join(inside, path)), { recursive: true })
    cpSync(programFile(path), join(inside, path), { recursive: true })
  }
  await Bun.write(join(inside, 'site.json'), await builtSite())
  await Bun.build({
    entrypoints: [programFile('src/executable/main.ts')],
    target: 'bun',
    format: 'esm',
    // Functions that are compiled beforehand take a third of the time to start.
    bytecode: true,
    minify: { whitespace: true },
    // A fault is reported with the place in the source.
    sourcemap: 'linked',
    compile: {
      outfile,
      assets: [inside],
      ...(target && { target: target as Bun.Build.CompileTarget }),
      // `.env` holds settings. A `bunfig.toml` of somebody else's project does not.
      autoloadBunfig: false,
    },
  })
} finally {
  rmSync(gathered, { recursive: true })
}
