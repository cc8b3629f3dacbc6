import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unitText } from '../../src/install/unit.ts'
import { scratch } from '../support/scratch.ts'

const guide = await Bun.file('src/install/README.md').text()
/** The assignments in the text of a unit, without comments and section names. */
const lines = (unit: string) => unit.split('\n').filter((line) => /^[A-Z]\w+=/.test(line))

test('the guide shows the same systemd unit that is installed', () => {
  const [, shown] = /```ini\n([\s\S]*?)```/.exec(guide)!
  expect(shown).toBe(unitText(undefined))
})

test('with an object store, the systemd unit starts the service with `--replicated`', () => {
  const [alone, streamed] = [undefined, 's3://bucket/chairside'].map((url) => lines(unitText(url)))
  expect(streamed!.filter((line) => !alone!.includes(line))).toEqual([
    'ExecStart=/opt/chairside/bun src/main.ts --replicated',
  ])
})

test('the systemd unit lets the service also write to an object store that is a folder', () => {
  expect(lines(unitText('file:///mnt/backup%20disk'))).toContain('ReadWritePaths="/mnt/backup disk"')
  expect(unitText('s3://bucket/chairside')).not.toContain('ReadWritePaths')
})

test('systemd, Docker and Fly wait long enough for the server and Litestream to stop', async () => {
  const main = await Bun.file('src/main.ts').text()
  const milliseconds = ['stopMs', 'lastSyncMs'].map((name) =>
    Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(main)![1]!.replaceAll('_', '')),
  )
  const needed = milliseconds.reduce((sum, ms) => sum + ms, 0) / 1000
  const times = [
    /TimeoutStopSec=(\d+)/.exec(unitText(undefined)),
    /stop_grace_period: (\d+)s/.exec(guide),
    /kill_timeout = (\d+)/.exec(await Bun.file('fly.toml').text()),
  ]
  for (const found of times) expect(Number(found![1])).toBeGreaterThanOrEqual(needed + 5)
})

test('systemd starts the service again after a signal, an error or a lack of memory', () => {
  expect(lines(unitText(undefined))).toEqual(
    expect.arrayContaining(['Restart=always', 'OOMPolicy=continue', 'StartLimitIntervalSec=0']),
  )
})

test('the container in the guide has as few privileges as the systemd unit', () => {
  const [, compose] = /```yaml\n([\s\S]*?)```/.exec(guide)!
  const { services } = Bun.YAML.parse(compose!) as { services: { chairside: object } }
  expect(services.chairside).toMatchObject({
    cap_drop: ['ALL'],
    read_only: true,
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
  })
})

test('on Fly, no second machine is started automatically, and the volume grows when it fills up', async () => {
  expect(Bun.TOML.parse(await Bun.file('fly.toml').text())).toMatchObject({
    http_service: { auto_start_machines: false, auto_stop_machines: 'off' },
    mounts: [{ auto_extend_size_threshold: 80 }],
  })
})

const analyze = Bun.which('systemd-analyze')
test.skipIf(analyze === null)(
  '§10 The service runs without privileges on the system: systemd calls its exposure 2.0 at most.',
  () => {
    const path = join(scratch, 'chairside.service')
    writeFileSync(path, unitText(undefined))
    const { stdout, stderr } = Bun.spawnSync([
      ...[analyze!, 'security', '--offline=yes', '--no-pager', '--threshold=20'],
      path,
    ])
    const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(`${stdout}`) ?? []
    expect(`${level} ${stderr}`).toMatch(/^[01]\.\d |^2\.0 /)
  },
)
