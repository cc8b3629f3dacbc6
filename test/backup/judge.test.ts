import { expect, test } from 'bun:test'
import { judge, type StartState } from '../../src/backup/owner/judge.ts'
import { type SeenOwner, timesOf } from '../../src/backup/owner/owner.ts'

const { lapseMs, oneRenewalMs, renewMs } = timesOf({ failover: false })

const owner = (change: Partial<SeenOwner> = {}): SeenOwner => ({
  databaseId: 'ours',
  epoch: 'e2',
  machine: 'here',
  boot: 'b1',
  publicUrl: 'https://ours.example',
  failover: false,
  renewedAt: 1_800_000_000_000,
  released: true,
  folder: null,
  earlier: [],
  ageMs: 3_600_000,
  ...change,
})
const disk = { ownership: { databaseId: 'ours', epochs: ['e2', 'e1'] }, noted: 7n }
const store = { owner: owner(), folder: null, backup: null, newest: 7n, hasCopy: true }
const none = { owner: null, folder: null, backup: null, newest: null, hasCopy: false }
const self = { failover: false, machine: 'here', boot: 'b1', publicUrl: 'https://ours.example' }
const found: StartState = { disk, store, self, watchedMs: 0, wins: null }

const elsewhere = owner({ epoch: 'e3', machine: 'there' })
const alive = owner({ machine: 'there', released: false, ageMs: lapseMs - 1 })
const lost = owner({ machine: 'there', released: false, ageMs: lapseMs })
const namesake = { ...alive, machine: 'here' }
const unnoted = { ...disk, noted: null }
const fromBefore = { ownership: { databaseId: null, epochs: [] }, noted: 7n }

const served = { do: 'serve disk', anew: false } as const
const anew = { do: 'serve disk', anew: true } as const
const refused = (words: string) => ({ do: 'refuse', why: expect.stringContaining(words) })

const newcomer = { failover: false, machine: 'new', boot: 'b9', publicUrl: 'https://theirs.example' }
const unnamed = { failover: false, machine: 'new', boot: 'b9', publicUrl: null }
const back = (from: string, otherwise: 'disk' | null = null) => ({ back: from, otherwise })
const emptyDisk = { disk: null, self: newcomer }

test.each<[string, Partial<StartState>, object]>([
  ['disk and store are empty', { disk: null, store: none }, { do: 'begin' }],
  ['the disk is empty', { disk: null }, { do: 'restore' }],
  [
    'the disk is empty, on a new machine',
    { disk: null, self: { ...self, machine: 'new' } },
    { do: 'restore' },
  ],
  [
    'the disk is empty, and the store belongs to another clinic',
    emptyDisk,
    refused('belongs to https://ours.example, and this machine serves https://theirs.example'),
  ],
  [
    'the disk is empty, and another clinic runs',
    { ...emptyDisk, store: { ...store, owner: alive } },
    refused('belongs to https://ours.example'),
  ],
  [
    'the disk is empty, and another clinic has emptied its store',
    { ...emptyDisk, store: { ...none, owner: owner() } },
    refused('belongs to https://ours.example'),
  ],
  [
    'the disk is empty, and the machine has no address',
    { disk: null, self: unnamed },
    refused('this machine has no PUBLIC_URL'),
  ],
  [
    'the disk is empty, and the owner of the store has no address',
    { ...emptyDisk, store: { ...store, owner: owner({ publicUrl: null }) } },
    { do: 'restore' },
  ],
  [
    'the disk is empty, and the store is from a version without owners',
    { ...emptyDisk, store: { ...store, owner: null } },
    { do: 'restore' },
  ],
  [
    "another clinic's store is right for the empty disk, by the operator",
    { ...emptyDisk, wins: 'store' },
    { do: 'restore' },
  ],
  ['the disk cannot be right while it is empty', { ...emptyDisk, wins: 'disk' }, refused('belongs to')],
  [
    "another clinic's store is right, by the operator, and that clinic runs",
    { ...emptyDisk, wins: 'store', store: { ...store, owner: alive } },
    { do: 'wait', for: alive },
  ],
  [
    'the practice has moved to another address',
    { self: { ...self, publicUrl: 'https://new.example' } },
    served,
  ],
  ['the store is empty', { store: none }, anew],
  ['the store has only its owner left', { store: { ...none, owner: owner() } }, anew],
  ['disk and store belong together', {}, served],
  ['the disk is ahead of the store', { disk: { ...disk, noted: 9n } }, served],
  ['the notes of Litestream are gone', { disk: unnoted }, anew],
  ['the store lacks a whole copy', { store: { ...store, hasCopy: false } }, anew],
  ['another machine runs', { store: { ...store, owner: alive } }, { do: 'wait', for: alive }],
  [
    'another machine runs, and the disk is empty',
    { disk: null, store: { ...store, owner: alive } },
    { do: 'wait', for: alive },
  ],
  [
    'another machine runs, whatever the operator says',
    { wins: 'disk', store: { ...store, owner: alive } },
    { do: 'wait', for: alive },
  ],
  [
    'this machine was killed a moment ago',
    { store: { ...store, owner: { ...alive, machine: 'here' } } },
    served,
  ],
  [
    'this machine was killed a moment ago, and its disk is empty',
    { disk: null, store: { ...store, owner: { ...alive, machine: 'here' } } },
    { do: 'restore' },
  ],
  [
    'this machine was booted since, or is a copy of the owner',
    { self: { ...self, boot: 'b2' }, store: { ...store, owner: namesake } },
    { do: 'wait', for: namesake },
  ],
  [
    'this machine was booted since, and no renewal comes for a little less than its time',
    { self: { ...self, boot: 'b2' }, store: { ...store, owner: namesake }, watchedMs: renewMs },
    { do: 'wait', for: namesake },
  ],
  [
    'this machine was booted since, and no renewal comes',
    { self: { ...self, boot: 'b2' }, store: { ...store, owner: namesake }, watchedMs: oneRenewalMs },
    served,
  ],
  [
    'this machine was booted since, after its claim had run out',
    { self: { ...self, boot: 'b2' }, store: { ...store, owner: { ...lost, machine: 'here' } } },
    served,
  ],
  [
    'this machine was booted since, and the claim has no boot id',
    { store: { ...store, owner: { ...namesake, boot: null } } },
    { do: 'wait', for: { ...namesake, boot: null } },
  ],
  [
    'this system has no boot ids',
    { self: { ...self, boot: null }, store: { ...store, owner: { ...namesake, boot: null } } },
    served,
  ],
  [
    'a machine of the same name runs, and the disk is empty',
    {
      disk: null,
      self: { ...self, boot: 'b2' },
      store: { ...store, owner: namesake },
      watchedMs: oneRenewalMs,
    },
    { do: 'wait', for: namesake },
  ],
  [
    'another machine does not renew its claim in time, and the claim has not run out',
    { store: { ...store, owner: alive }, watchedMs: oneRenewalMs },
    { do: 'wait', for: alive },
  ],
  ['the claim of another machine has run out', { store: { ...store, owner: lost } }, served],
  [
    'another machine has served since',
    { store: { ...store, owner: elsewhere } },
    refused('continued by another machine'),
  ],
  [
    'the store is of another database',
    { store: { ...store, owner: owner({ databaseId: 'other' }) } },
    refused('another database'),
  ],
  ['the store is ahead of the disk', { store: { ...store, newest: 8n } }, refused('newer changes')],
  [
    'nothing shows the owner of the backup',
    { disk: unnoted, store: { ...store, owner: null } },
    refused('nothing shows'),
  ],
  [
    'a backup without an owner contains its epoch',
    { store: { ...store, owner: null, backup: { databaseId: 'ours', epochs: ['e1'] } } },
    served,
  ],
  [
    'a backup without an owner was continued elsewhere',
    { store: { ...store, owner: null, backup: { databaseId: 'ours', epochs: ['e3', 'e2'] } } },
    refused('continued by another machine'),
  ],
  [
    'disk and store are from a version without owners',
    { disk: fromBefore, store: { ...store, owner: null, backup: fromBefore.ownership } },
    served,
  ],
  // The first start of this version stored the id of the database, and ended before it had the claim.
  [
    'only the store is from a version without owners',
    { store: { ...store, owner: null, backup: fromBefore.ownership } },
    served,
  ],
  [
    'the store is from a version without owners, and the disk was never streamed',
    { disk: unnoted, store: { ...store, owner: null, backup: fromBefore.ownership } },
    refused('nothing shows'),
  ],
  [
    'the disk is right, by the operator',
    { wins: 'disk', store: { ...store, owner: elsewhere } },
    { do: 'serve disk, keep store' },
  ],
  [
    'the store is right, by the operator',
    { wins: 'store', store: { ...store, owner: elsewhere } },
    { do: 'restore' },
  ],
  [
    'the store is right, and has no whole copy',
    { wins: 'store', store: { ...store, hasCopy: false, owner: elsewhere } },
    refused('continued by another machine'),
  ],
  ['DISK_WINS was left on', { wins: 'disk' }, served],
  ['STORE_WINS was left on', { wins: 'store', disk: { ...disk, noted: 9n } }, served],
  ['DISK_WINS, and the store is empty', { wins: 'disk', store: none }, anew],
  [
    'the disk was taken back in time',
    { wins: back('ours e3'), disk: unnoted, store: { ...store, owner: elsewhere } },
    anew,
  ],
  [
    'the disk was taken back in time, and the backup contains its owner',
    {
      wins: back('ours e3'),
      store: { ...store, owner: null, backup: { databaseId: 'ours', epochs: ['e3'] } },
    },
    anew,
  ],
  [
    'the disk was taken back in time, from a version without owners',
    { wins: back('nobody'), disk: unnoted, store: { ...store, owner: null } },
    anew,
  ],
  [
    'the disk was taken back, and another machine has served since',
    { wins: back('ours e2'), disk: unnoted, store: { ...store, owner: elsewhere } },
    refused('another machine has continued the backup since `restore --in-place`'),
  ],
  [
    'the disk was taken back, and the store is of another database now',
    { wins: back('ours e2'), store: { ...store, owner: owner({ databaseId: 'other' }) } },
    refused('another database'),
  ],
  [
    'the disk was taken back, another machine has served since, and the disk is right, by the operator',
    { wins: back('ours e2', 'disk'), disk: unnoted, store: { ...store, owner: elsewhere } },
    { do: 'serve disk, keep store' },
  ],
  // The server was killed after it had the claim, and before it removed the mark.
  [
    'the disk was taken back, and its own start is known to the store',
    { wins: back('ours e1'), disk: unnoted },
    anew,
  ],
])(
  '§12.2 The disk, the address and the claim in the object store decide whether a start uses the disk, restores, waits or is refused. %s',
  (_, change, expected) => {
    expect(judge({ ...found, ...change })).toEqual(expected as ReturnType<typeof judge>)
  },
)
