import { connect } from 'node:net'

/**
 * A command with more bytes than this gets no further line. HAProxy reads a command with all its lines into one buffer,
 * which has 16 KB by default.
 */
const mostCommand = 12_000
/** How long HAProxy may take to answer, in milliseconds. */
const patienceMs = 5_000

/** The error that HAProxy did not carry out a command, or cannot be reached. */
class RouterAway extends Error {}

/** Sends commands to a running HAProxy over its admin socket (HAProxy 2.6, Management Guide, section 9.3). */
export class HaproxySocket {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /**
   * The id of the process that listens at the socket. A reload of HAProxy begins another process. @throws RouterAway.
   */
  async process(): Promise<string> {
    const info = await this.#ask('show info')
    const pid = /^Pid: (\d+)$/m.exec(info)?.[1]
    if (pid === undefined) throw new RouterAway(`HAProxy answered: ${info.slice(0, 200)}`)
    return pid
  }

  /** The names of the backends that HAProxy has. @throws RouterAway. */
  async backends(): Promise<string[]> {
    return (await this.#ask('show backend'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
  }

  /** Replaces the whole map with these entries, in one step. @throws RouterAway. */
  async replaceMap(map: string, entries: ReadonlyMap<string, string>): Promise<void> {
    const prepared = await this.#ask(`prepare map ${map}`)
    const version = /New version created: (\d+)/.exec(prepared)?.[1]
    if (version === undefined) throw new RouterAway(`HAProxy answered: ${prepared.slice(0, 200)}`)
    let lines = ''
    const add = async () => {
      if (lines !== '') await this.#tell(`add map @${version} ${map} <<\n${lines}`)
      lines = ''
    }
    for (const [host, cell] of entries) {
      lines += `${host} ${cell}\n`
      if (lines.length > mostCommand) await add()
    }
    await add()
    await this.#tell(`commit map @${version} ${map}`)
  }

  /**
   * Assigns a host in the map to a cell. `isNew` says whether the map lacks the host. With `cell` null, removes the
   * host. @throws RouterAway.
   */
  setInMap(map: string, host: string, cell: string | null, isNew: boolean): Promise<void> {
    if (cell === null) return this.#tell(`del map ${map} ${host}`)
    return this.#tell(`${isNew ? 'add' : 'set'} map ${map} ${host} ${cell}`)
  }

  /** Changes the address of a server in a backend. @throws RouterAway. */
  async setAddress(backend: string, server: string, address: string): Promise<void> {
    const [, host, port] = /^(.*):(\d+)$/.exec(address)!
    const answer = await this.#ask(
      `set server ${backend}/${server} addr ${host!.replace(/[[\]]/g, '')} port ${port}`,
    )
    if (answer.startsWith('No such server'))
      throw new RouterAway(
        `HAProxy has no server ${server} in ${backend}: write what \`router haproxy --print\` prints into its configuration, and reload it`,
      )
    if (!/changed|no need to change/.test(answer))
      throw new RouterAway(`HAProxy answered: ${answer.slice(0, 200)}`)
  }

  /** Sends a command. An empty answer means that HAProxy has carried it out. */
  async #tell(command: string): Promise<void> {
    const answer = (await this.#ask(command)).trim()
    if (answer !== '') throw new RouterAway(`HAProxy answered: ${answer.slice(0, 200)}`)
  }

  #ask(command: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let answer = ''
    const socket = connect(this.#path)
    const fail = (why: string) => reject(new RouterAway(`HAProxy cannot be reached at ${this.#path}: ${why}`))
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('it does not answer')))
    socket.on('error', ({ message }) => fail(message))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('close', () => fail('it closed the connection'))
    socket.write(`${command}\n`)
    return promise
  }
}
