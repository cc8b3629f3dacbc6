/** The OpenAPI document as a file, and the programs that generate TypeScript from it. */
import { join, resolve } from 'node:path'
import { served } from './openapi.ts'
import { kept } from './scratch.ts'
import { type Run, run } from './server.ts'

export const documentPath = join(kept, 'openapi.json')
await Bun.write(documentPath, JSON.stringify(served))

export const packages = resolve('node_modules')

/** Runs a program to its end. @throws when it fails. */
export async function succeed(program: string[], env: Record<string, string> = {}): Promise<Run> {
  const ended = await run(program, env)
  if (ended.code !== 0) throw new Error(`${program.join(' ')}: ${ended.stdout}${ended.stderr}`)
  return ended
}

/** Runs a generator, which needs the API of TypeScript 6. @throws when it fails. */
export const generate = (program: string, ...args: string[]): Promise<Run> =>
  succeed(['--preload', resolve('test/support/typescript-6.ts'), `${packages}/${program}`, ...args])

/** Writes the types that openapi-typescript makes of the document. */
export const generateTypes = (path: string): Promise<Run> =>
  generate('openapi-typescript/bin/cli.js', documentPath, '--output', path)

/** Compiles files in a folder as a separate strict project. @throws when the compiler finds a mistake. */
export async function compile(folder: string, ...files: string[]): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ESNext',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    types: [],
    module: 'Preserve',
    moduleResolution: 'bundler',
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
  }
  const project = join(folder, 'tsconfig.json')
  await Bun.write(project, JSON.stringify({ compilerOptions, files }))
  await succeed([`${packages}/typescript/bin/tsc`, '-p', project])
}
