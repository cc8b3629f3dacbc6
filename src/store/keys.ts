import type { Connection } from './connection.ts'
import type { Writer } from './writer.ts'

/** The random keys that this installation signs with, of 256 bits, each made when it is first asked for. */
export class Keys {
  readonly #connection: Connection
  readonly #writer: Writer

  constructor(connection: Connection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  async of(purpose: 'visit', now: number): Promise<Uint8Array> {
    return this.#find(purpose) ?? (await this.#make(purpose, now))
  }

  #find(purpose: string): Uint8Array | undefined {
    return this.#connection.prepared<{ key: Uint8Array }>(find).get(...([purpose] as never[]))?.key
  }

  /** Another process may make it at the same moment: the first one stands. */
  #make(purpose: string, now: number): Promise<Uint8Array> {
    return this.#writer.write(() => {
      const fresh = crypto.getRandomValues(new Uint8Array(32))
      this.#connection.prepared(insert).run(...([purpose, fresh, now] as never[]))
      return this.#find(purpose)!
    })
  }
}

const find = 'select key from signing_keys where purpose = ?1'
const insert =
  'insert into signing_keys (purpose, key, created_at) values (?1, ?2, ?3) on conflict do nothing'
