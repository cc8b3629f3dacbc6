/**
 * Where the program finds its own files, and how it starts itself. The program is source code that Bun runs, or one
 * executable.
 */
import { join } from 'node:path'

/** The folder inside the executable with the files of the program that are not code. */
export const insideFolder = 'inside'

/** The folder of `package.json`, or the folder that replaces it inside the executable. */
const root = Bun.isStandaloneExecutable ? join(import.meta.dir, insideFolder) : join(import.meta.dir, '..')

/** A file of the program that is not code, such as a migration. `path` begins at the folder of `package.json`. */
export const programFile = (path: string): string => join(root, path)

/** What people type before the name of a command. */
export const programName = Bun.isStandaloneExecutable ? 'chairside' : 'bun run chairside'

/** The command line that runs a command of chairside, such as `backup verify`, in a process of its own. */
export const commandLine = (...words: string[]): string[] => [
  process.execPath,
  ...(Bun.isStandaloneExecutable ? [] : [programFile('src/cli.ts')]),
  ...words,
]

/** The command line that starts a server, in a process of its own. */
export const serverCommand = (): string[] => [
  process.execPath,
  ...(Bun.isStandaloneExecutable ? [] : [programFile('src/main.ts')]),
]
