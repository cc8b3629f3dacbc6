import type { Replica } from '../config.ts'
import type { PracticeHosts } from '../domain/site.ts'
import type { HeldPractice } from '../store/transfer/moving.ts'
import { Directory } from './directory.ts'
import { pictureOf } from './picture-of.ts'
import type { Placement } from './placement.ts'
import { type KnownCell, keepCell } from './registry.ts'

export { areCellAddresses } from './registry.ts'

/**
 * Registers a server as a cell. Gives the cell the practices of its database that are not in the directory yet. Each
 * of these practices must have a host. Returns how many practices were added. A second call goes on where the first
 * one failed.
 * @throws StoreAway, Unusable; DirectoryChanged when a host belongs to a practice of another cell.
 */
export async function addCell(
  store: Replica,
  known: KnownCell,
  held: readonly HeldPractice[],
  hosts: PracticeHosts | null,
): Promise<number> {
  const [directory, picture] = [new Directory(store), await pictureOf(store)]
  let added = 0
  for (const { practiceId, host, generation } of held) {
    const placement = picture.find(practiceId) ?? {
      host: host!,
      practiceId,
      cell: known.cell,
      state: 'active' as const,
      generation,
    }
    if (placement.cell !== known.cell) continue
    if (picture.find(practiceId) === null) {
      await directory.change(null, placement)
      added++
    }
    await addFurtherHosts(directory, placement, hosts, known.host)
  }
  await keepCell(store, known)
  return added
}

/**
 * Gives a practice its present host and its earlier hosts, because links in old messages use the earlier hosts.
 * `shared` is the host that all practices of the cell share, so no practice gets it. @throws as `Directory.change`.
 */
export async function addFurtherHosts(
  directory: Directory,
  placement: Placement,
  hosts: PracticeHosts | null,
  shared: string,
): Promise<void> {
  const { practiceId } = placement
  const before = [...(hosts?.aliases ?? [])].filter(([, ids]) => ids.has(practiceId) && ids.size === 1)
  const all = new Set([hosts?.hostOf.get(practiceId) ?? placement.host, ...before.map(([alias]) => alias)])
  for (const host of all)
    if (host !== shared && host !== placement.host) await directory.addHost(host, placement)
}
