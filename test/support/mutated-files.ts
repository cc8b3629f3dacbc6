import { success } from './answers.ts'
import type { Clinic } from './clinic.ts'
import { upload } from './importing.ts'

const samples = {
  patients:
    'Id,First Name,Last Name,Date of Birth,Email,Mobile,Status\n1,Zoé,"Müller, Jr.",1987-04-23,zoe@example.org,0151 2345678,new\n2,Bob,Roe,13/05/1960,,,\n',
  appointments:
    'Id,Patient ID,Start,End,Minutes,Notes\n1,1,2026-03-12 09:00,,30,"Crown ""24"""\n2,1,12.03.2026 10:00,12.03.2026 10:30,,\n',
  notes: 'Id,Patient ID,Note,Date\n1,1,"Likes\ntea",2025-01-02\n',
} as const

const pieces = [
  '"',
  ',',
  '\n',
  '\r',
  '\0',
  '\ufeff',
  '\ud800',
  ';',
  '\t',
  "'",
  '=1+1',
  '💩',
  '9'.repeat(400),
  '31/02/2001',
]

/** Returns a function that draws numbers from 0 to below `below`. The same seed draws the same numbers. */
export function numbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function mutated(text: string, next: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(text, (['utf8', 'utf16le', 'latin1'] as const)[next(8)] ?? 'utf8')
  for (let i = next(6) + 1; i > 0; i--) {
    const at = next(bytes.length + 1)
    const rest = bytes.subarray(at)
    const how = next(5)
    if (how === 0) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + next(20))])
    if (how === 1)
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(pieces[next(pieces.length)]!), rest])
    if (how === 2 && bytes.length > 0) bytes[next(bytes.length)] = next(256)
    if (how === 3) bytes = Buffer.concat([bytes, bytes.subarray(at, at + 200)])
    if (how === 4) bytes = bytes.subarray(0, at)
  }
  return bytes
}

/**
 * Uploads files that were changed at random, and imports each file as far as possible.
 * @throws when an answer is 5xx, the service reports a fault, or an import stops before its end.
 */
export async function bringMutated(c: Clinic, files: number, seed: number) {
  const next = numbers(seed)
  const kinds = Object.keys(samples) as (keyof typeof samples)[]
  const ended: Record<string, number> = {}
  for (let i = 0; i < files; i++) {
    const kind = kinds[next(kinds.length)]!
    const file = mutated(samples[kind], next)
    const answer = await upload(c, file, { kind })
    if (answer.status >= 500) throw new Error(`${answer.status} for file ${i} of seed ${seed}`)
    if (answer.status !== 201) continue
    const { id } = answer.data
    const call = async (method: string, path = '', body?: object) => {
      const { status, data } = await c.owner.call(method, `/api/v1/imports/${id}${path}`, body)
      if (status >= 500)
        throw new Error(`${method} ${path}: ${status} for file ${i} of seed ${seed}`, { cause: c.faults[0] })
      await c.importer.idle()
      return data
    }
    await c.importer.idle()
    const { columns, state } = await call('GET')
    if (state === 'ready') {
      const asked = columns.flatMap(({ column, dateOrders }: { column: number; dateOrders: string[] }) =>
        dateOrders.length > 1 ? [{ column, dateOrder: 'day_first' }] : [],
      )
      await call('PATCH', '', {
        columns: asked,
        duplicates: { same_name_and_dob: 'create', same_contact: 'skip' },
      })
      await call('POST', '/dry-run')
      await call('POST', '/commit')
    }
    const last = await call('GET')
    ended[last.state] = (ended[last.state] ?? 0) + 1
    const planned = last.counts.filter(({ outcome }: { outcome: string }) =>
      ['create', 'update', 'duplicate', 'failed'].includes(outcome),
    )
    if (last.state === 'committed' && planned.length > 0)
      throw new Error(`rows are ${JSON.stringify(planned)} after file ${i} of seed ${seed}`)
    if (!['ready', 'unreadable', 'committed'].includes(last.state))
      throw new Error(`file ${i} of seed ${seed} ended as ${last.state}`)
    if (c.faults.length > 0) throw new Error(`a fault at file ${i} of seed ${seed}`)
    if (last.state !== 'committed') success(await c.owner.call('DELETE', `/api/v1/imports/${id}`))
    else await call('POST', '/undo').then(() => c.owner.call('DELETE', `/api/v1/imports/${id}`))
  }
  return ended
}
