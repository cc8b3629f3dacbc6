/**
 * Practices move between two cells under load. Each practice has a client that keeps a ledger of all acknowledged
 * changes.
 */

import { DirectoryWatch } from '../../src/cells/watch.ts'
import { loadConfig } from '../../src/config.ts'
import { percentile } from '../bench/statistics.ts'
import { asked, type MovablePractice, newPractice, type RunningCell, twoCells } from '../cells/moving.ts'
import type { ObjectStore } from '../support/replica.ts'
import { run } from '../support/server.ts'
import { until } from '../support/until.ts'
import { ledgerClient } from './move-client.ts'

interface Options {
  readonly practices: number
  readonly moves: number
  /** How many times the command is killed in the middle of each move, and started again. */
  readonly kills: number
  /** The pause of each client between two requests, in milliseconds. */
  readonly pauseMs: number
}

/**
 * Moves practices one after another. @throws when a record is missing or doubled, or when a read was refused because of
 * the freeze.
 */
export async function moveDrill(openStore: () => Promise<ObjectStore>, options: Options) {
  await using store = await openStore()
  await using cells = await twoCells(store)
  const { a, b } = cells
  const byName: Readonly<Record<string, RunningCell>> = { a, b }
  // As a router does, the clients look at the directory every two seconds.
  const watch = new DirectoryWatch(loadConfig({ databasePath: '' }, a.env).cells!.store, {
    looked: () => undefined,
    refused: () => undefined,
    away: () => undefined,
  })
  const all: MovablePractice[] = []
  for (let i = 0; i < options.practices; i++)
    all.push(await newPractice(i % 2 === 0 ? a : b, `practice-${i}`))
  for (const practice of all)
    await until('the practice is served', async () => {
      const answers = await Promise.all([a, b].map((cell) => asked(cell, practice, 'GET', '/me')))
      return answers.some(({ status }) => status === 200)
    })
  await watch.look()
  watch.start()
  const cellOf = ({ practiceId }: MovablePractice) => byName[watch.picture.find(practiceId)!.cell]!
  const clients = all.map((practice) =>
    ledgerClient(practice, () => cellOf(practice).server.url, options.pauseMs),
  )
  await Bun.sleep(5_000)
  const idle = clients.flatMap((client) => client.takeTimes())
  const frozen: number[] = []
  let killed = 0
  for (let i = 0; i < options.moves; i++) {
    const practice = all[i % all.length]!
    const { cell } = (await cells.directory.look(practice.host))!
    const to = cell === 'a' ? 'b' : 'a'
    const words = ['practice', 'move', '--id', practice.practiceId, '--to', to, '--json']
    for (let kill = 0; kill < options.kills; kill++) {
      const child = Bun.spawn([process.execPath, 'src/cli.ts', ...words], {
        env: { ...process.env, ...byName[cell]!.env },
        stdout: 'ignore',
        stderr: 'ignore',
      })
      await Promise.race([child.exited, Bun.sleep(600 + Math.random() * 3_000)])
      if (child.exitCode === null) killed++
      child.kill('SIGKILL')
      await child.exited
    }
    const { code, stdout, stderr } = await run(['src/cli.ts', ...words], byName[cell]!.env)
    // A command that was killed after the commit has moved the practice.
    const there = (await cells.directory.look(practice.host))!
    if (there.cell !== to || (code !== 0 && options.kills === 0))
      throw new Error(`move ${i}: ${code} ${stdout}${stderr}`)
    const { frozenMs = 0 } = code === 0 ? JSON.parse(stdout) : {}
    if (frozenMs > 0) frozen.push(frozenMs)
  }
  const during = clients.flatMap((client) => client.takeTimes())
  await Bun.sleep(3_000)
  await Promise.all(clients.map((client) => client.end()))
  const told = await Promise.all(clients.map((client) => client.compare()))
  await watch.stop()
  const sum = (of: (one: (typeof told)[number]) => number) => told.reduce((total, one) => total + of(one), 0)
  const refusedMs = clients.flatMap((client) => client.refusedMs)
  const audits = await Promise.all([a, b].map(({ env }) => run(['src/cli.ts', 'audit', 'verify'], env)))
  if (audits.some(({ code }) => code !== 0))
    throw new Error(audits.map(({ stdout, stderr }) => stdout + stderr).join(''))
  return {
    moves: options.moves,
    killed,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    missing: sum(({ missing }) => missing),
    doubled: sum(({ doubled }) => doubled),
    readsRefusedForTheFreeze: clients.reduce((total, { reads }) => total + reads.frozen, 0),
    writesRefusedMs: figures(refusedMs),
    frozenMs: figures(frozen),
    requestMs: { before: figures(idle), during: figures(during) },
  }
}

const figures = (values: readonly number[]) => ({
  n: values.length,
  median: Math.round(percentile(values, 0.5)),
  p95: Math.round(percentile(values, 0.95)),
  p99: Math.round(percentile(values, 0.99)),
  most: Math.round(Math.max(0, ...values)),
})
