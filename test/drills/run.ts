/** `bun run drill <name>` runs a full drill and prints its figures. */
import { conditionalS3 } from '../cells/support.ts'
import { azurite, s3Server } from '../support/replica.ts'
import { archiveDrill } from './archive.ts'
import { backInTimeDrill } from './back-in-time.ts'
import { cellsDrill } from './cells.ts'
import { clonedMachineDrill } from './cloned-machine.ts'
import { diskFullDrill, smallDisk } from './disk-full.ts'
import { diskLostDrill } from './disk-lost.ts'
import { failoverDrill } from './failover.ts'
import { openFleet, takenOver, upgradeInTurn } from './fleet.ts'
import { forgedHosts } from './fleet-hosts.ts'
import { movesUnderLoad } from './fleet-moves.ts'
import { floodBookingDrill } from './flood-booking.ts'
import { floodsDrill } from './floods.ts'
import { fullVolumeDrill } from './full-volume.ts'
import { fuzzDrill } from './fuzz.ts'
import { fuzzBookingDrill } from './fuzz-booking.ts'
import { greedyDrill } from './greedy.ts'
import { historiesDrill } from './histories.ts'
import { idleDrill } from './idle-hour.ts'
import { imageDrill } from './image.ts'
import { importDrill } from './import.ts'
import { installDrill } from './install.ts'
import { killDrill } from './kill.ts'
import { knownPeopleDrill } from './known-people.ts'
import { lockDrill } from './lock.ts'
import { longListsDrill } from './long-lists.ts'
import { manyRemindersDrill } from './many-reminders.ts'
import { moveDrill } from './move.ts'
import { deathsOfAll, moveKilledDrill } from './move-killed.ts'
import { mutatedFilesDrill } from './mutated-files.ts'
import { newStoreDrill } from './new-store.ts'
import { overlapDrill } from './overlap.ts'
import { parentGoneDrill } from './parent-gone.ts'
import { reminderLoadDrill } from './reminder-load.ts'
import { remindersDrill } from './reminders.ts'
import { schemathesisDrill } from './schemathesis.ts'
import { searchPrivacyDrill } from './search-privacy.ts'
import { secondWriterDrill } from './second-writer.ts'
import { serverKilledDrill } from './server-killed.ts'
import { sigtermDrill } from './sigterm.ts'
import { neighboursDrill, trickleDrill } from './slow-provider.ts'
import { soakDrill } from './soak.ts'
import { stalledStoreDrill } from './stalled-store.ts'
import { storeAwayDrill } from './store-away.ts'
import { streamsDrill } from './streams.ts'
import { twoSignalsDrill } from './two-signals.ts'
import { hasProxy, upgradesDrill } from './upgrades.ts'
import { webhooksDrill } from './webhooks.ts'

/** A real S3 server when VERSITYGW_BIN names its program, or else Azurite. */
const openStore = process.env.VERSITYGW_BIN ? s3Server : azurite

/**
 * The initial size of the databases of these drills, in megabytes. Litestream sends an object of more than 5 MiB in
 * parts, and the first copies are much larger than that.
 */
const megabytes = 110

const drills: Record<string, () => Promise<object>> = {
  histories: () => historiesDrill({ seeds: 20, operations: 5_000, clients: 16 }),
  overlap: () => overlapDrill({ clients: 64, requestsEach: 500 }),
  move: () => moveDrill(azurite, { practices: 8, moves: 60, kills: 0, pauseMs: 200 }),
  // The drill also kills the store, so the store must keep all confirmed writes. This needs versitygw and HAProxy.
  'move-killed': async () => {
    const [deaths, heard] = [deathsOfAll(20), console.log]
    return [
      await moveKilledDrill(s3Server, { deaths, failover: false, heard }),
      await moveKilledDrill(s3Server, { deaths, failover: true, heard }),
    ]
  },
  archive: () => archiveDrill({ clients: 48, rounds: 40 }),
  reminders: () => remindersDrill({ appointments: 1_500, killsEach: 20 }),
  'reminder-load': () => reminderLoadDrill({ waiting: 100_000, due: 1_000 }),
  'many-reminders': () => manyRemindersDrill({ waiting: 200_000, done: 1_000_000 }),
  kill: () => killDrill({ rounds: 200, megabytes }),
  'disk-lost': () => diskLostDrill(openStore, { rounds: 20, megabytes }),
  'cloned-machine': () => clonedMachineDrill(openStore, { takeOver: true }),
  // FAILOVER needs a store that obeys conditional writes. versitygw 1.8.0 obeys them.
  failover: () => failoverDrill(openStore, { rounds: 20, megabytes: 200 }),
  // The directory needs a store that obeys conditional writes, too.
  cells: () => cellsDrill(async () => (await conditionalS3()) ?? azurite(), { hosts: 100_000, changes: 20 }),
  // This drill needs HAProxy.
  fleet: async () => {
    await using store = (await conditionalS3()) ?? (await azurite())
    await using fleet = await openFleet(store, {
      names: ['a', 'b', 'c', 'd'],
      practices: 1_200,
      spare: 'd',
    })
    const load = { people: 60, pauseMs: 330 }
    return {
      hosts: await forgedHosts(fleet),
      upgrades: await upgradeInTurn(fleet, { ...load, rounds: 3 }),
      moves: await movesUnderLoad(fleet, { ...load, moves: 100, busy: 8, quietEach: 10, idleMs: 30_000 }),
      takenOver: await takenOver(fleet, load),
    }
  },
  'second-writer': () => secondWriterDrill(openStore, { full: true }),
  // The six minutes are longer than the five minutes for which Litestream keeps the first change on the disk.
  'new-store': () => newStoreDrill(openStore, { oldMs: 360_000 }),
  'two-signals': () => twoSignalsDrill(openStore, { rounds: 20 }),
  'parent-gone': () => parentGoneDrill(openStore, { rounds: 10 }),
  'server-killed': () => serverKilledDrill(openStore, { kills: 16 }),
  'back-in-time': () => backInTimeDrill(openStore, { rounds: 9 }),
  'idle-hour': () => idleDrill(openStore, { minutes: 60 }),
  'stalled-store': async () => {
    const figures = []
    for (const kind of ['hang', 'slow', 'full', 403, 500] as const)
      figures.push(await stalledStoreDrill(openStore, { kind, troubleMs: 180_000 }))
    return figures
  },
  'full-volume': async () => {
    using disk = smallDisk(100 << 20)
    return disk ? await fullVolumeDrill(disk, { rounds: 5 }) : { skipped: 'this user may not mount a tmpfs' }
  },
  'store-away': () => storeAwayDrill(openStore, { awayMs: 180_000, megabytes }),
  'disk-full': async () => {
    using disk = smallDisk(160 << 20)
    return disk
      ? await diskFullDrill(disk, { rounds: 20, megabytes })
      : { skipped: 'this user may not mount a tmpfs' }
  },
  schemathesis: () => schemathesisDrill({ requests: 50_000, examples: 5 }),
  fuzz: () => fuzzDrill({ requests: 200_000 }),
  'known-people': () => knownPeopleDrill({ pairs: 2_000 }),
  'fuzz-booking': () => fuzzBookingDrill({ requests: 100_000 }),
  'long-lists': async () => [
    await longListsDrill({ entries: 1_000_000, long: 0 }),
    await longListsDrill({ entries: 1_000, long: 400 }),
  ],
  import: async () => [
    await importDrill({ patients: 100_000, appointments: 300_000, idleBookings: 3_000 }),
    await mutatedFilesDrill({ files: 10_000, seed: 1 }),
  ],
  webhooks: () => webhooksDrill({ events: 100_000, kills: 50 }),
  floods: () => floodsDrill({ seconds: 20, versions: 150, appointments: 520 }),
  'flood-booking': () => floodBookingDrill({ seconds: 20 }),
  greedy: () => greedyDrill({ seconds: 20 }),
  lock: async () => [
    await lockDrill({ lockMs: 2_000, megabytes }),
    await lockDrill({ lockMs: 7_000, megabytes }),
  ],
  sigterm: () => sigtermDrill({ rounds: 50, megabytes }),
  upgrades: async () => {
    const figures = []
    for (const proxy of [null, 'caddy', 'haproxy'] as const)
      if (proxy === null || hasProxy(proxy))
        figures.push(await upgradesDrill({ proxy, rounds: 20, megabytes }))
    return figures
  },
  // This is an hour at fifty requests a second.
  soak: () => soakDrill({ requests: 180_000 }),
  'search-privacy': async () => [
    await searchPrivacyDrill({ pairs: 20_000, bearers: 1 }),
    await searchPrivacyDrill({ pairs: 20_000, bearers: 30 }),
  ],
  'slow-provider': async () => [
    await trickleDrill({ burst: 200, trickle: 60, mailMs: 2_000 }),
    await neighboursDrill({ large: 1_500, small: 20, textMs: 1_000 }),
  ],
  streams: () => streamsDrill({ streams: 500, bookings: 400, rounds: 5 }),
  image: imageDrill,
  install: installDrill,
}

const name = process.argv[2] ?? ''
const drill = drills[name]
if (drill === undefined) {
  console.error(`usage: bun run drill ${Object.keys(drills).join('|')}`)
  process.exit(2)
}
console.log(name, Bun.inspect(await drill(), { depth: 6 }))
process.exit(0)
