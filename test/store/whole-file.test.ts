import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWholeFile } from '../../db/whole-file.ts'
import { scratch } from '../support/scratch.ts'

const code = join(import.meta.dir, '../../db/whole-file.ts')

test('writing a whole file fails when the disk stores only a part, and the old file stays', () => {
  const folder = mkdtempSync(join(scratch, 'whole-'))
  const path = join(folder, 'ledger.json')
  writeWholeFile(path, 'old')
  // The limit acts as a disk that is full after the first kilobytes. One write stores fewer bytes than it got.
  const limited = 'ulimit -f 8; trap "" XFSZ; exec "$0" -e "$1"'
  const program = `import { writeWholeFile } from '${code}'\nwriteWholeFile('${path}', 'x'.repeat(20_000))`
  const { exitCode } = Bun.spawnSync(['sh', '-c', limited, process.execPath, program])
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(exitCode).not.toBe(0)
  expect(readdirSync(folder)).toEqual(['ledger.json'])
})
