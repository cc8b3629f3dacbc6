import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { ownershipOf } from '../../../db/ownership.ts'
import type { Replica } from '../../config.ts'
import { BackupError, type Say } from '../litestream.ts'
import { Claim, claimName } from './claim.ts'
import { folderAt, inFolder } from './folders.ts'
import { diskOf, storeOf } from './found.ts'
import { type Judgement, judge, type StartState, takenFrom } from './judge.ts'
import { type BackupOwner, isAlive, type Self, timesOf } from './owner.ts'
import { objectIn } from './place.ts'

/** How often the claim of another machine is read while this start waits for its end, in milliseconds. */
const lookAgainMs = 10_000

/** The claim of this machine on the place of the backup. Null when the store cannot hold a claim. */
export function openClaim(replica: Replica, now: () => number): Claim | null {
  // With failover, a machine that wakes after a freeze must never overwrite the claim of the machine that took over
  // meanwhile.
  const needs = replica.failover ? 'conditions' : 'best effort'
  const object = objectIn(replica, claimName, { answerMs: timesOf(replica).answerMs, needs })
  return object && new Claim(object, selfOf(replica), now)
}

/**
 * The replica with the address of the stream's folder, as Litestream needs it. With `at`, in epoch milliseconds, the
 * folder is the one that held the stream at that time.
 * @throws StoreAway; BackupError when the claim cannot be read.
 */
export async function streamOf(
  replica: Replica,
  now: () => number,
  at = Number.POSITIVE_INFINITY,
): Promise<Replica> {
  const owner = await openClaim(replica, now)?.look()
  return owner ? inFolder(replica, folderAt(owner, at)) : replica
}

/**
 * Whether the store shows that this machine owns the backup, with the newest epoch of its database, and is alive. True
 * when the store cannot hold a claim.
 * @throws StoreAway; BackupError when the claim cannot be read.
 */
export async function isOwner(replica: Replica, now: () => number): Promise<boolean> {
  const claim = openClaim(replica, now)
  if (claim === null) return true
  const owner = await claim.look()
  if (owner === null || !isAlive(owner) || owner.machine !== machineOf(replica)) return false
  return owner.epoch === ownershipOf(replica.databasePath).epochs[0]
}

/** The file with the id of the boot. Linux makes a new id at each boot (random(4)). */
const bootFile = '/proc/sys/kernel/random/boot_id'

/**
 * The name of this machine in a claim. The name contains the path of the database, because one machine may run two
 * servers.
 */
export const machineOf = ({ databasePath }: Pick<Replica, 'databasePath'>): string =>
  `${hostname()}:${databasePath}`

const selfOf = ({ databasePath, publicUrl, failover }: Replica): Self => ({
  machine: machineOf({ databasePath }),
  boot: existsSync(bootFile) ? readFileSync(bootFile, 'utf8').trim() : null,
  publicUrl: publicUrl ?? null,
  failover,
})

/**
 * The decision about a start. `folder`: the folder of the backup that was read. `takenFrom`: the silent owner with
 * failover from which this start takes over, or null when there is no such owner.
 */
export type StartDecision =
  | (Exclude<Judgement, { do: 'wait' } | { do: 'refuse' }> & {
      readonly folder: string | null
      readonly takenFrom: BackupOwner | null
    })
  | { readonly do: 'serve disk alone' }

/**
 * Reads the disk and the object store, and decides which of them the server starts with. Nothing is changed. If the
 * owner may be gone, waits until its claim runs out. `serve disk alone`: the store does not answer, so the practice
 * works with the database on its disk. Nothing is streamed until the store answers.
 * @throws BackupError when the start must be refused.
 */
export async function settle(
  replica: Replica,
  claim: Claim | null,
  { wins, say }: { wins: StartState['wins']; say: Say },
): Promise<StartDecision> {
  let waitingFor: { readonly renewedAt: number; readonly since: number } | undefined
  for (;;) {
    const disk = diskOf(replica)
    const store = await storeOf(replica, claim, disk).catch((error) => {
      if (disk === null || !(error instanceof BackupError)) throw error
      say(`${error.message}. The start goes on with the disk, and streams nothing until the store answers`)
      return null
    })
    if (store === null) return { do: 'serve disk alone' }
    const self = selfOf(replica)
    const watchedMs = waitingFor === undefined ? 0 : performance.now() - waitingFor.since
    const found = { disk, store, self, watchedMs, wins }
    const judgement = judge(found)
    if (judgement.do === 'refuse') throw new BackupError(refusal(judgement.why, disk === null))
    if (judgement.do !== 'wait') {
      const from = takenFrom(found)
      // A machine that takes over streams to another folder, and the notes on the disk do not fit that folder.
      const isMoved = judgement.do === 'serve disk' && from !== null
      return { ...judgement, ...(isMoved && { anew: true }), folder: store.folder, takenFrom: from }
    }
    const { for: owner } = judgement
    if (waitingFor !== undefined && owner.renewedAt !== waitingFor.renewedAt)
      throw new BackupError(
        `another machine, ${owner.machine}, runs with this backup at this moment: only one may. Stop that one first, or give this one a REPLICA_URL of its own`,
      )
    if (waitingFor === undefined)
      say(
        disk !== null && owner.machine === self.machine && !owner.failover
          ? `a machine of this name, ${owner.machine}, owned the backup before this machine was booted, and may still run: waiting ${timesOf(owner).oneRenewalMs / 1_000} seconds for its next sign of life`
          : `another machine, ${owner.machine}, owns the backup and has not said that it ended: waiting up to ${inWords(timesOf(owner).lapseMs)} for its claim to run out`,
      )
    waitingFor ??= { renewedAt: owner.renewedAt, since: performance.now() }
    await Bun.sleep(Math.min(lookAgainMs, timesOf(owner).lapseMs - owner.ageMs + 1_000))
  }
}

const inWords = (ms: number): string => (ms < 60_000 ? `${ms / 1_000} seconds` : `${ms / 60_000} minutes`)

function refusal(why: string, isEmpty: boolean): string {
  const ways = isEmpty
    ? 'If this machine is to go on with that backup, start once with STORE_WINS=yes'
    : 'If the disk is right, start once with DISK_WINS=yes: the backup is kept beside the database. If the store is right, start once with STORE_WINS=yes: the files on the disk are kept under another name'
  return `${why}. Nothing was changed. ${ways}`
}
