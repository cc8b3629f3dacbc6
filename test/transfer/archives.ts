/** Reads, changes and writes archives of practices. */
import { closeSync, openSync, readFileSync } from 'node:fs'
import { TarWriter } from '../../src/transfer/tar-writer.ts'
import { newArchive } from './practices.ts'

/** The files of an archive by name. */
export type Files = Map<string, string>

export function filesIn(path: string): Files {
  const bytes = readFileSync(path)
  const files: Files = new Map()
  for (let at = 0; bytes[at] !== 0; ) {
    const name = bytes.toString('latin1', at, at + 100).split('\0')[0]!
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
    files.set(name, bytes.toString('utf8', at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

/** Writes an archive of these files, with a matching manifest. Returns its path. */
export function written(files: Files): string {
  const manifest = parsed(files.get('manifest.json'))
  for (const file of manifest?.files ?? []) {
    const text = files.get(file.name)
    if (text === undefined) continue
    file.bytes = Buffer.byteLength(text)
    file.rows = text.split('\n').length - 1
    file.sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  }
  if (manifest) files.set('manifest.json', JSON.stringify(manifest))
  const path = newArchive()
  const file = openSync(path, 'wx')
  const tar = new TarWriter(file)
  for (const [name, text] of files) tar.add(name, [text])
  tar.end()
  closeSync(file)
  return path
}

// biome-ignore lint/suspicious/noExplicitAny: the manifest of a test may be anything
function parsed(text: string | undefined): any {
  try {
    return JSON.parse(text!)
  } catch {
    return undefined
  }
}

/** Changes the first row of a file for which `which` is true. */
export const edited =
  (
    name: string,
    change: Record<string, unknown>,
    which: (row: Record<string, unknown>) => boolean = () => true,
  ) =>
  (files: Files): void => {
    const lines = files.get(name)!.split('\n')
    const i = lines.findIndex((line) => line !== '' && which(JSON.parse(line)))
    lines[i] = JSON.stringify({ ...JSON.parse(lines[i]!), ...change })
    files.set(name, lines.join('\n'))
  }

export const added =
  (name: string, ...lines: string[]) =>
  (files: Files): void =>
    void files.set(name, `${files.get(name)!}${lines.map((line) => `${line}\n`).join('')}`)
