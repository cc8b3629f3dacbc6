import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { createApp } from '../../src/app.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { insertMember } from '../../src/store/members.ts'
import { insertPractice } from '../../src/store/practice.ts'
import { createStore, type Practice, type Store } from '../../src/store/store.ts'
import { scratch } from './scratch.ts'

/** 2026-03-02 is a Monday; the clocks of Europe go forward on the 29th. */
export const monday = Date.parse('2026-03-02T08:00:00.000Z')

let template: string | undefined
let files = 0

/** A fresh migrated database file: a copy of one that was migrated once. */
export function freshDatabasePath(): string {
  if (template === undefined) {
    template = join(scratch, 'template.db')
    const database = openDatabase(template)
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
  const path = join(scratch, `${files++}.db`)
  copyFileSync(template, path)
  return path
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly data: any
}

/** Sends a request as one member; an object as `body` is sent as JSON, a string as it is. */
export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

export interface Member {
  readonly practiceId: string
  readonly userId: string
  readonly token: string
  readonly call: Client
}

export interface Clinic extends AsyncDisposable {
  readonly path: string
  readonly store: Store
  readonly app: ReturnType<typeof createApp>
  readonly clock: { now: number }
  /** What the service reported as its own fault; a test that expects none need not look. */
  readonly faults: unknown[]
  readonly practice: Practice
  readonly owner: Member
  readonly assistant: Member
  /** The owner of another practice in the same database. */
  readonly stranger: Member
  /** A caller with no Authorization header. */
  readonly anonymous: Client
}

/** One service over a fresh file, with a practice (dental, Berlin), an owner, an assistant and a neighbour. */
export async function clinic({
  path = freshDatabasePath(),
  timezone = 'Europe/Berlin',
} = {}): Promise<Clinic> {
  const clock = { now: monday }
  const faults: unknown[] = []
  const store = createStore(openDatabase(path))
  const app = createApp({ store, now: () => clock.now, reportFault: (fault) => faults.push(fault) })
  const send = (token?: string): Client => client((request) => app.handle(request), token)

  const owner = await newPractice(store, 'Praxis am Lindenplatz', timezone, send)
  const assistant = await newMember(store, owner.practiceId, 'assistant', send)
  const stranger = await newPractice(store, 'The neighbours', timezone, send)
  return {
    path,
    store,
    app,
    clock,
    faults,
    practice: store.practices.of(owner.practiceId),
    owner,
    assistant,
    stranger,
    anonymous: send(),
    async [Symbol.asyncDispose]() {
      await store.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
      if (faults.length > 0) throw new Error(`the service reported faults: ${Bun.inspect(faults)}`)
    },
  }
}

/** A client over anything that answers requests: `app.handle`, or `fetch` with a base address. */
export const client =
  (handle: (request: Request) => Promise<Response>, token?: string, base = 'http://localhost'): Client =>
  async (method, path, body, headers = {}) => {
    const response = await handle(
      new Request(base + path, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    // HEAD answers with a type and no text.
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
    const parsed = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body: parsed, data: parsed?.data }
  }

async function newPractice(
  store: Store,
  name: string,
  timezone: string,
  send: (token: string) => Client,
): Promise<Member> {
  const practiceId = newId(monday)
  await store.practices.of(practiceId).write((tx) => {
    const settings = { workingHours: null, slotMinutes: null, reminderLeadMinutes: null }
    insertPractice(
      tx,
      { name, timezone, ...settings, createdAt: monday, updatedAt: monday },
      packTemplates.dental,
    )
  })
  return newMember(store, practiceId, 'owner', send)
}

async function newMember(
  store: Store,
  practiceId: string,
  role: 'owner' | 'assistant',
  send: (token: string) => Client,
): Promise<Member> {
  const practice = store.practices.of(practiceId)
  const userId = newId(monday)
  await practice.write((tx) => {
    const email = `${userId}@example.org`
    insertMember(tx, {
      id: userId,
      name: role,
      email,
      role,
      active: true,
      createdAt: monday,
      updatedAt: monday,
    })
  })
  const { token } = await createToken(practice, userId, 'test', 90, monday)
  return { practiceId, userId, token, call: send(token) }
}
