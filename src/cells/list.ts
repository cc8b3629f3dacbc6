import type { Replica } from '../config.ts'
import { whyFull } from '../domain/cell-size.ts'
import { pictureOf } from './picture-of.ts'
import { type CellReport, type KnownCell, knownCells, reports } from './registry.ts'

/** A cell that has sent no report for this time does not run, or cannot reach the store. In milliseconds. */
const silentMs = 120_000

/**
 * The reason why a cell takes no further practice. Undefined when the cell takes further practices. `now` is in epoch
 * milliseconds.
 */
export function whyClosed(
  { draining }: KnownCell,
  report: CellReport | undefined,
  practices: number,
  now: number,
): string | undefined {
  if (draining) return 'it is drained'
  if (report === undefined) return 'it has not been started as a cell yet'
  if (now - report.at > silentMs)
    return `it has said nothing for ${Math.round((now - report.at) / 1000)} seconds`
  return whyFull({ ...report, practices: Math.max(report.practices, practices) })
}

/**
 * Every cell, with its last report and the number of practices that the directory gives it. @throws StoreAway,
 * Unusable.
 */
export async function listCells(store: Replica, now: number) {
  const [known, said, picture] = await Promise.all([knownCells(store), reports(store), pictureOf(store)])
  const there = [...picture.placements()].filter(({ state }) => state !== 'gone')
  const placed = Map.groupBy(there, ({ cell }) => cell)
  return known.map((one) => {
    const { cell, addresses } = one
    const report = said.get(cell)
    const practices = placed.get(cell)?.length ?? 0
    const why = whyClosed(one, report, practices, now)
    return {
      cell,
      address: addresses.join(','),
      practices,
      version: report?.version ?? null,
      bytes: report?.bytes ?? null,
      streams: report?.streams ?? null,
      lagSeconds: report?.lagMs == null ? null : Math.round(report.lagMs / 1000),
      takes: why === undefined,
      why: why ?? null,
    }
  })
}
