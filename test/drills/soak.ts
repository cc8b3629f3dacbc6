import { readdirSync, readFileSync } from 'node:fs'
import { newDatabasePath, startServer } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/**
 * Runs a mixed load for a long time, as fast as possible. Throws when memory or open files keep growing after the first
 * third, or when an acknowledged change is missing. Needs /proc.
 */
export async function soakDrill({ requests, clients = 16 }: { requests: number; clients?: number }) {
  const path = newDatabasePath()
  const practice = await drillPractice({ DATABASE_PATH: path })
  const ledger = new Ledger()
  const tally = newTally()
  await using server = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
  const call = server.as(practice.token)
  const began = performance.now()
  const samples: { done: number; megabytes: number; files: number }[] = []
  const isOver = () => {
    if (tally.requests >= ((samples.length + 1) * requests) / 60)
      samples.push({ done: tally.requests, ...resources(server.pid) })
    return tally.requests >= requests
  }
  await mixedLoad({ practice, client: () => call, clients, ledger, tally, isOver })
  const seconds = Math.round((performance.now() - began) / 1000)
  await server.stop()
  const missing = ledger.missingIn(recordsIn(path)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)

  const thirds = [0, 1, 2].map((third) => samples.slice(third * 20, third * 20 + 20))
  const medians = (of: 'megabytes' | 'files') =>
    thirds.map((third) => Math.round(third.map((sample) => sample[of]).toSorted((a, b) => a - b)[10] ?? 0))
  const [megabytes, files] = [medians('megabytes'), medians('files')]
  if (megabytes[2]! > megabytes[1]! * 1.1 + 10) throw new Error(`memory grows: ${megabytes} MB`)
  if (files[2]! > files[1]! + clients) throw new Error(`open files grow: ${files}`)
  const perSecond = Math.round(tally.requests / seconds)
  return { ...tally, seconds, perSecond, acknowledged: ledger.acknowledged, missing, megabytes, files }
}

function resources(pid: number): { megabytes: number; files: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
  }
}
