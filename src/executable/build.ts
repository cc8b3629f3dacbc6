/**
 * `bun run build`: makes `chairside`, one executable with Bun, the code, the pages, the documentation and the
 * migrations inside. The machine that runs the executable needs nothing else. `bun run build bun-linux-arm64 name`
 * makes an executable for another type of machine.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtSite } from '../http/site.ts'
import { insideFolder, programFile } from '../program.ts'

/** The files that the program reads while it runs (`programFile`). */
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
    // With functions that are compiled beforehand, the start takes a third of the time.
    bytecode: true,
    minify: { whitespace: true },
    // With a source map, a fault is reported with its line in the source.
    sourcemap: 'linked',
    compile: {
      outfile,
      assets: [inside],
      ...(target && { target: target as Bun.Build.CompileTarget }),
      // The executable reads settings from `.env`. A `bunfig.toml` may belong to another project, so it is not read.
      autoloadBunfig: false,
    },
  })
} finally {
  rmSync(gathered, { recursive: true })
}
