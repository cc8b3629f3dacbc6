import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { writeAnew } from '../../db/rewrite.ts'
import { type AppDeps, createApp } from '../../src/app.ts'
import { ErasureLedger } from '../../src/backup/erasures/ledger.ts'
import { erasureMemory } from '../../src/backup/erasures/memory.ts'
import type { Mailer } from '../../src/delivery/smtp.ts'
import { webhookKeys } from '../../src/delivery/webhook-signature.ts'
import { type Role, scopesOfRole } from '../../src/domain/caller.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import {
  apiTokenEnd,
  mintSecret,
  ordinarySessionTimes,
  type SessionTimes,
  sessionEnd,
} from '../../src/domain/secrets.ts'
import { unsetSettings } from '../../src/domain/settings.ts'
import { Sites } from '../../src/domain/site.ts'
import { SetupLink } from '../../src/features/auth/setup-link.ts'
import { ImportFiles } from '../../src/features/imports/files.ts'
import { createImporter, type Importer } from '../../src/features/imports/importer.ts'
import { Beats } from '../../src/health/beats.ts'
import type { Health } from '../../src/health/readiness.ts'
import { serviceHealth } from '../../src/health/service-health.ts'
import { acknowledging } from '../../src/http/acknowledging.ts'
import type { Refusal } from '../../src/http/problems.ts'
import { insertToken } from '../../src/store/access/api-tokens.ts'
import { insertMember } from '../../src/store/access/members.ts'
import { insertSession } from '../../src/store/access/sessions.ts'
import { Trail } from '../../src/store/engine/chain/trail.ts'
import { saveNoticeSettings, unsetNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { insertPractice } from '../../src/store/practice/practice.ts'
import { createStore, type Practice, type Store } from '../../src/store/store.ts'
import { byTest } from './by-test.ts'
import { type Client, client } from './client.ts'
import { kept, scratch } from './scratch.ts'

/** A Monday. In Europe, the clocks go forward on the 29th of that month. */
export const monday = Date.parse('2026-03-02T08:00:00.000Z')

/** The key of the audit trail in every clinic of a test. */
export const trailKey = new Uint8Array(32).fill(7)

/** The writer of the audit trail in tests. */
export const testTrail = (now: () => number) => new Trail(() => trailKey, now)

let template: string | undefined
let files = 0

/** A new database file with all migrations: a copy of a template that this process migrates once. */
export function freshDatabasePath(): string {
  if (template === undefined) {
    template = join(kept, 'template.db')
    const database = openDatabase(template)
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
  return copyOf(template)
}

/** A copy of a database file. No connection may have the file open. */
export function copyOf(database: string): string {
  const path = join(scratch, `${files++}.db`)
  copyFileSync(database, path)
  return path
}

export interface Member {
  readonly practiceId: string
  readonly userId: string
  readonly token: string
  readonly call: Client
}

/** The service over one database file. */
export interface Service extends AsyncDisposable {
  readonly path: string
  readonly store: Store
  readonly app: ReturnType<typeof createApp>
  readonly clock: { now: number }
  /** The faults that the service reported. A test that expects faults must empty the list. */
  readonly faults: unknown[]
  /** The reasons why links and passkeys were refused. */
  readonly refusals: string[]
  /** Every request that was refused because of its caller or because of a limit. */
  readonly refused: Refusal[]
  readonly setupLink: SetupLink
  /** The worker that reads and commits imports. A test waits for its `idle`. */
  readonly importer: Importer
  /** A caller with no Authorization header. */
  readonly anonymous: Client
  /** A caller with this token. */
  readonly as: (token: string) => Client
}

export interface Clinic extends Service {
  readonly practice: Practice
  readonly owner: Member
  readonly assistant: Member
  /** The owner of another practice in the same database. */
  readonly stranger: Member
}

/** The health of a service that can write, with background loops that run, and without a backup stream. */
const withoutBackup: Health = {
  now: () => monday,
  startedAt: monday,
  beats: new Beats(() => monday),
  writable: async () => true,
  backups: undefined,
}

export interface ServiceOptions
  extends Partial<
    Pick<
      AppDeps,
      | 'rateLimit'
      | 'addressHeader'
      | 'hostHeader'
      | 'allowedOrigins'
      | 'https'
      | 'isStopping'
      | 'observe'
      | 'channels'
      | 'ceilings'
      | 'testPatienceMs'
      | 'strictReads'
      | 'health'
      | 'streams'
      | 'webhooks'
    >
  > {
  /** How much room the disk has for imports. */
  readonly diskRoom?: { readonly free: number; readonly needed: number }
  readonly path?: string
  readonly mailer?: Mailer
  /** Whether the service owns its practices at this moment. When left out, the service always owns them. */
  readonly owns?: () => boolean
  readonly sessionTimes?: SessionTimes
  /** The origin of the service's pages. Passkeys are bound to this origin. */
  readonly origin?: () => string
}

/** The service over a new database without a practice. */
export function emptyService({
  path = freshDatabasePath(),
  mailer,
  rateLimit,
  addressHeader,
  hostHeader,
  allowedOrigins = [],
  observe = () => {},
  https = false,
  isStopping = () => false,
  sessionTimes = ordinarySessionTimes,
  origin = () => 'http://localhost',
  channels = { email: async () => {}, sms: async () => {}, logOnly: true },
  ceilings = { email: 0, sms: 0 },
  testPatienceMs,
  strictReads = false,
  health,
  streams = {},
  diskRoom = { free: 2 ** 50, needed: 0 },
  webhooks = { post: async () => ({ status: 204, error: null }), keys: webhookKeys(trailKey) },
  owns,
}: ServiceOptions = {}): Service {
  const clock = { now: monday }
  const faults: unknown[] = []
  const refusals: string[] = []
  const refused: Refusal[] = []
  const trail = testTrail(() => clock.now)
  const database = openDatabase(path)
  const store = createStore(database, undefined, undefined, trail, undefined, owns)
  const erasures = erasureMemory(ErasureLedger.of(path, undefined), store, () => writeAnew(database, path), {
    left: () => faults.push(new Error('the file was not cleaned')),
    report: (error) => faults.push(error),
  })
  const setupLink = new SetupLink()
  const files = new ImportFiles(`${path}-imports`)
  const importer = createImporter({
    practices: store.practices,
    due: store.dueImports,
    files,
    now: () => clock.now,
    report: (error) => faults.push(error),
  })
  const app = createApp({
    store,
    now: () => clock.now,
    sites: new Sites({
      shared: origin,
      hosts: (asSeen) => store.identity.hosts(asSeen),
      now: () => clock.now,
    }),
    setupLink,
    erasures,
    health: health ?? (() => serviceHealth(withoutBackup, path, { leavesAlone: false })),
    mailer,
    rateLimit,
    addressHeader,
    hostHeader,
    allowedOrigins,
    observe,
    https,
    isStopping,
    sessionTimes,
    reportFault: (fault) => faults.push(fault),
    reportRefusal: (refusal) => {
      refused.push(refusal)
      if (refusal.reason !== undefined) refusals.push(refusal.reason)
    },
    channels,
    ceilings,
    strictReads,
    streams,
    webhooks,
    ...(owns && { beforeAnswer: acknowledging(owns) }),
    imports: { files, room: () => diskRoom, wake: () => {} },
    ...(testPatienceMs !== undefined && { testPatienceMs }),
  })
  const as = (token?: string) => client((request) => app.handle(request), token)
  return {
    path,
    store,
    app,
    clock,
    faults,
    refusals,
    refused,
    setupLink,
    importer,
    anonymous: as(),
    as,
    async [Symbol.asyncDispose]() {
      await importer.stop()
      await store.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
      if (faults.length > 0) throw new Error(`the service reported faults: ${Bun.inspect(faults)}`)
    },
  }
}

export interface ClinicOptions extends ServiceOptions {
  readonly timezone?: string
  /** Gives each member a session instead of an API token. */
  readonly signedIn?: boolean
  /** Lets both practices send messages at any hour. This is for tests whose subject is not the send window. */
  readonly atAnyHour?: boolean
}

/** The service with a dental practice in Berlin, its owner, an assistant, and the owner of another practice. */
export async function clinic({
  timezone = 'Europe/Berlin',
  signedIn = false,
  atAnyHour = false,
  ...options
}: ClinicOptions = {}): Promise<Clinic> {
  const service = emptyService(options)
  const { store } = service
  const ways = { signedIn, send: service.as }
  const owner = await newPractice(store, 'Praxis am Lindenplatz', timezone, ways)
  const assistant = await newMember(store, owner.practiceId, 'assistant', ways)
  const stranger = await newPractice(store, 'The neighbours', timezone, ways)
  if (atAnyHour)
    for (const { practiceId } of [owner, stranger])
      await store.practices.of(practiceId, byTest).write((tx) => saveNoticeSettings(tx, anyHour, monday))
  return clinicOf(service, { owner, assistant, stranger })
}

/** The service as a clinic of these members. They must be in its database already. */
export function clinicOf(
  service: Service,
  { owner, assistant, stranger }: Pick<Clinic, 'owner' | 'assistant' | 'stranger'>,
): Clinic {
  const here = (member: Member): Member => ({ ...member, call: service.as(member.token) })
  return {
    ...service,
    practice: service.store.practices.of(owner.practiceId, byTest),
    owner: here(owner),
    assistant: here(assistant),
    stranger: here(stranger),
  }
}

/** The settings of a practice that sends at any hour. */
export const anyHour = { ...unsetNoticeSettings, sendFrom: '00:00', sendUntil: '24:00' }

interface Ways {
  readonly signedIn: boolean
  readonly send: (token: string) => Client
}

async function newPractice(store: Store, name: string, timezone: string, ways: Ways): Promise<Member> {
  const practiceId = newId(monday)
  await store.practices.of(practiceId, byTest).write((tx) => {
    insertPractice(
      tx,
      { name, timezone, ...unsetSettings, createdAt: monday, updatedAt: monday },
      packTemplates.dental,
    )
  })
  return newMember(store, practiceId, 'owner', ways)
}

async function newMember(
  store: Store,
  practiceId: string,
  role: Role,
  { signedIn, send }: Ways,
): Promise<Member> {
  const practice = store.practices.of(practiceId, byTest)
  const userId = newId(monday)
  await practice.write((tx) => {
    const email = `${userId}@example.org`
    insertMember(tx, {
      id: userId,
      name: role,
      email,
      role,
      active: true,
      color: null,
      language: null,
      createdAt: monday,
      updatedAt: monday,
    })
  })
  // This writes directly into the store, so that the audit trail of a new clinic stays empty.
  const { secret, hash } = mintSecret(signedIn ? 'session' : 'apiToken')
  const row = { id: newId(monday), userId, hash, createdAt: monday }
  await practice.write((tx) => {
    if (signedIn) {
      const times = {
        lastSeenAt: monday,
        verifiedAt: monday,
        expiresAt: sessionEnd(monday, ordinarySessionTimes),
      }
      insertSession(tx, { ...row, userAgent: 'Test', ...times })
    } else {
      const times = { lastUsedAt: null, expiresAt: apiTokenEnd(monday, 90), revokedAt: null }
      insertToken(tx, { ...row, name: 'test', scopes: scopesOfRole(role), ...times })
    }
  })
  return { practiceId, userId, token: secret, call: send(secret) }
}
