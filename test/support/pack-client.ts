/**
 * Packs the client for developers, as `npm publish` would: `bun run pack-client`, or with a folder for the package. The
 * package has the version of chairside. Its dependencies have the versions with which the client is tested.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { must } from './must.ts'

const { version, license, devDependencies } = packageJson

/** The packages that the client imports. */
export const clientNeeds = ['openapi-fetch', 'standardwebhooks'] as const

const manifest = {
  name: 'chairside-client',
  version,
  description:
    'A typed client of the chairside API. It repeats safely, follows changes and verifies webhooks.',
  license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.3' },
  exports: { '.': { types: './dist/client/index.d.ts', default: './dist/client/index.js' } },
  dependencies: Object.fromEntries(clientNeeds.map((name) => [name, devDependencies[name]])),
}

/** Packs the client into a folder. Returns the path of the package. @throws when a tool fails. */
export async function packClient(to: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chairside-client-'))
  try {
    const emit = ['--noEmit', 'false', '--declaration', '--rewriteRelativeImportExtensions']
    const places = ['--rootDir', 'src', '--outDir', join(folder, 'dist')]
    must(['node_modules/.bin/tsc', '-p', 'src/client', ...emit, ...places])
    await Bun.write(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
    cpSync('src/client/README.md', join(folder, 'README.md'))
    cpSync('LICENSE', join(folder, 'LICENSE'))
    return join(to, must(['npm', 'pack', '--silent', '--pack-destination', resolve(to)], folder).trim())
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) console.log(await packClient(process.argv[2] ?? '.'))
