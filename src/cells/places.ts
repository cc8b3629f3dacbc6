/** The changes of the directory by commands that create, import and remove practices, or give them hosts. */
import type { Replica } from '../config.ts'
import type { PracticeHosts } from '../domain/site.ts'
import { addFurtherHosts } from './add.ts'
import { Directory } from './directory.ts'
import { isAt } from './fence.ts'
import { whyClosed } from './list.ts'
import { pictureOf } from './picture-of.ts'
import type { Placement } from './placement.ts'
import { knownCells, reports } from './registry.ts'

/** A cell, and the object store that all cells share. */
export interface CellAt {
  readonly store: Replica
  readonly name: string
}

/**
 * The error that the directory refuses a place for a practice. The message continues a sentence about the practice or
 * its host.
 */
export class NoPlace extends Error {}

/** @throws NoPlace when the cell takes no further practices. */
export async function requireOpen({ store, name }: CellAt, now: number): Promise<void> {
  const [known, said, picture] = await Promise.all([knownCells(store), reports(store), pictureOf(store)])
  const cell = known.find((one) => one.cell === name)
  if (cell === undefined)
    throw new NoPlace(`this server is not one of the cells yet: type \`cells add\` first`)
  const placed = [...picture.placements()].filter((one) => isAt(one, name))
  const why = whyClosed(cell, said.get(name), placed.length, now)
  if (why !== undefined) throw new NoPlace(`the cell ${name} takes no practice: ${why}`)
}

/**
 * Reserves a host for a practice that is not created yet, and returns the id that the practice gets. An earlier
 * attempt may have reserved the host in this cell and created no practice. Then the id of that attempt is returned.
 * @throws NoPlace for a host of another practice; StoreAway, Unusable.
 */
export async function reserveHost(
  { store, name }: CellAt,
  host: string,
  practiceId: string,
  isThere: (practiceId: string) => boolean,
): Promise<string> {
  const directory = new Directory(store)
  const found = await directory.look(host)
  if (found !== null && isAt(found, name) && found.host === host && !isThere(found.practiceId))
    return found.practiceId
  if (found !== null && (found.state !== 'gone' || found.host !== host))
    throw new NoPlace(`${host} belongs to another practice: ${found.practiceId}, in the cell ${found.cell}`)
  await directory.change(found, { host, practiceId, cell: name, state: 'active', generation: 1 })
  return practiceId
}

/**
 * Gives a practice a further host. Does nothing for a practice that is not in the directory. @throws NoPlace;
 * StoreAway, Unusable.
 */
export async function reserveFurtherHost(
  { store, name }: CellAt,
  practiceId: string,
  host: string,
): Promise<void> {
  const directory = new Directory(store)
  const [placement, found] = [(await pictureOf(store)).find(practiceId), await directory.look(host)]
  if (placement === null || found?.practiceId === practiceId) return
  if (!isAt(placement, name)) throw new NoPlace(`the practice is in the cell ${placement.cell}`)
  if (found !== null) throw new NoPlace(`${host} belongs to another practice: ${found.practiceId}`)
  await directory.addHost(host, placement)
}

/** Gives this cell a practice that is imported from an archive. @throws NoPlace; StoreAway, Unusable. */
export async function placeArrival(
  { store, name }: CellAt,
  {
    host,
    practiceId,
    generation,
  }: Pick<Placement, 'practiceId' | 'generation'> & { readonly host: string | null },
): Promise<void> {
  const placement = (await pictureOf(store)).find(practiceId)
  if (placement !== null && placement.state !== 'gone') {
    if (isAt(placement, name) && placement.generation === generation) return
    throw new NoPlace(`the practice is in the cell ${placement.cell}, in the state ${placement.generation}`)
  }
  if (host === null)
    throw new NoPlace('the practice has no host: give it one at its old server, and export it again')
  if (placement !== null && placement.generation > generation)
    throw new NoPlace('the archive is from before the practice last changed its cell')
  const found = await new Directory(store).look(placement?.host ?? host)
  if (found !== null && found.practiceId !== practiceId)
    throw new NoPlace(`${host} belongs to another practice: ${found.practiceId}`)
  await new Directory(store).change(found, {
    host: placement?.host ?? host,
    practiceId,
    cell: name,
    state: 'active',
    generation,
  })
}

/**
 * Notes in the directory that a practice of this cell is gone. Its hosts can then be given to other practices. Does
 * nothing when the directory names another cell or another generation for the practice. @throws StoreAway, Unusable.
 */
export async function removePlace(
  { store, name }: CellAt,
  { practiceId, generation }: Pick<Placement, 'practiceId' | 'generation'>,
): Promise<void> {
  const [directory, picture] = [new Directory(store), await pictureOf(store)]
  const placement = picture.find(practiceId)
  if (placement === null || !isAt(placement, name) || placement.generation !== generation) return
  await directory.change(placement, { ...placement, state: 'gone' })
  for (const host of picture.hostsOf(placement))
    if (host !== placement.host) await directory.removeHost({ host, practiceId, home: placement.host })
}

/** Gives a practice of this cell the hosts that its rows name. @throws DirectoryChanged; StoreAway, Unusable. */
export async function placeHosts(
  { store }: CellAt,
  practiceId: string,
  hosts: PracticeHosts | null,
  shared: string,
): Promise<void> {
  const placement = (await pictureOf(store)).find(practiceId)
  if (placement !== null) await addFurtherHosts(new Directory(store), placement, hosts, shared)
}
