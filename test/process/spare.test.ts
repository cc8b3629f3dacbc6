import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from '../support/scratch.ts'
import { run } from '../support/server.ts'

const settings = (more: string) => `REPLICA_URL=s3://bucket/a
AWS_ACCESS_KEY_ID=key
AWS_SECRET_ACCESS_KEY='a secret'
${more}`

const spare = (...options: string[]) => run(['src/cli.ts', 'spare', ...options])

function files(...texts: string[]): { folder: string; cells: string } {
  const folder = mkdtempSync(join(scratch, 'spare-'))
  const paths = texts.map((text, i) => {
    mkdirSync(join(folder, String(i)))
    const path = join(folder, String(i), 'a.env')
    writeFileSync(path, text)
    return path
  })
  return { folder, cells: paths.join(',') }
}

test.each<[string, string[], string]>([
  ['a file that is not there', [], 'names nowhere.env, and there is no such file'],
  ['a server without failover', [settings('')], 'must set REPLICA_URL and FAILOVER=yes'],
  ['two files of one name', [settings('FAILOVER=yes'), settings('FAILOVER=yes')], 'have the same name'],
  ['a store without conditions', [settings('FAILOVER=yes\nREPLICA_URL=file:///x')], 'conditional writes'],
])(
  '§11 The start of `spare` is refused at once when its settings do not let it take over a server. %s',
  async (_, texts, words) => {
    const { folder, cells } = files(...texts)
    const { code, stderr } = await spare('--cells', cells || 'nowhere.env', '--folder', folder)
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  },
)
