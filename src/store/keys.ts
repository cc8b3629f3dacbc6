import type { Connection } from './connection.ts'
import { unscoped } from './unscoped.ts'
import type { Writer } from './writer.ts'

/** The random 256-bit keys that this installation signs with. Each is made when it is first needed. */
export class Keys {
  readonly #connection: Connection
  readonly #writer: Writer

  constructor(connection: Connection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** The key for one purpose. `now` is the instant it is made at, in epoch milliseconds. @throws DatabaseUnavailable. */
  async of(purpose: 'visit', now: number): Promise<Uint8Array> {
    return this.#find(purpose) ?? (await this.#make(purpose, now))
  }

  #find(purpose: string): Uint8Array | undefined {
    return find.get(this.#connection, purpose)?.key
  }

  /** Another process may make the key at the same moment. The first one stays. */
  #make(purpose: string, now: number): Promise<Uint8Array> {
    return this.#writer.write(() => {
      insert.run(this.#connection, purpose, crypto.getRandomValues(new Uint8Array(32)), now)
      return this.#find(purpose)!
    })
  }
}

const find = unscoped<[purpose: string], { key: Uint8Array }>(
  'select key from signing_keys where purpose = ?1',
)

const insert = unscoped<[purpose: string, key: Uint8Array, now: number]>(
  'insert into signing_keys (purpose, key, created_at) values (?1, ?2, ?3) on conflict do nothing',
)
