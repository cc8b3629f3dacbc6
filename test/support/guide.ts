/** The code blocks of the guide for developers of front ends (`src/http/guide.md`). */
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { generateTypes } from './generators.ts'
import { scratch } from './scratch.ts'

const guide = await Bun.file('src/http/guide.md').text()

/** Every block of code, by its section and its language. */
export const blocks = guide.split(/^## /m).flatMap((text) =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    section: text.slice(0, text.indexOf('\n')),
    language: language!,
    code: code!,
  })),
)

/** The files of the guide's project, by path: the first line of a block names its file. */
const files = blocks.flatMap(({ code }) => {
  const path = /^(?:\/\/|<!--) ([\w./-]+\.\w+)/.exec(code)?.[1]
  return path === undefined ? [] : [[path, code] as const]
})

/** Writes the guide's project to a new folder, with the types that the guide tells its readers to generate. */
export async function writeProject(): Promise<{ folder: string; files: readonly string[] }> {
  const folder = mkdtempSync(join(scratch, 'guide-'))
  for (const [path, code] of files) await Bun.write(join(folder, path), code)
  // Every project for Vite has this setting.
  await Bun.write(join(folder, 'package.json'), '{ "type": "module" }')
  await generateTypes(join(folder, 'src', 'chairside.ts'))
  for (const name of ['vite', '@simplewebauthn/browser', 'standardwebhooks']) {
    const place = join(folder, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(resolve('node_modules', name), place)
  }
  return { folder, files: files.map(([path]) => path) }
}
