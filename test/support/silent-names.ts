/**
 * Posts to ten host names for which the name server sends no answer, and then to a known host name.
 * `unshare --net --mount` runs this script. Meanwhile it reads a file. It prints the order in which the lookups and the
 * read ended.
 */
import dgram from 'node:dgram'
import { readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicPost } from '../../src/delivery/public-post.ts'
import { must } from './must.ts'
import { loopbackUp } from './namespace.ts'

const [folder] = process.argv.slice(2) as [string]
loopbackUp()
await writeFile(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n')
must(['mount', '--bind', join(folder, 'resolv.conf'), await realpath('/etc/resolv.conf')])

/** How many DNS questions got no answer so far. */
let silent = 0
const { promise: allAsked, resolve } = Promise.withResolvers<void>()
const server = dgram.createSocket('udp4')
/** Answers a question for an IPv4 address (RFC 1035 §4.1) with 192.0.2.1. Other questions get an empty answer. */
server.on('message', (question, { port, address }) => {
  if (question.includes('silent')) {
    if (++silent === 2) resolve()
    return
  }
  const end = question.indexOf(0, 12) + 5
  const isIpv4 = question.readUInt16BE(end - 4) === 1
  const head = Buffer.alloc(12)
  question.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(isIpv4 ? 1 : 0, 6)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 192, 0, 2, 1])
  server.send(
    Buffer.concat([head, question.subarray(12, end), isIpv4 ? record : Buffer.alloc(0)]),
    port,
    address,
  )
})
await new Promise<void>((bound) => server.bind(53, '127.0.0.1', bound))

const post = publicPost({ networks: [], patienceMs: 2_000 })
const ended: string[] = []
const note = (what: string) => void ended.push(what)
const stays = new AbortController().signal
const to = (name: string) => post(`https://${name}.test/`, {}, '{}', stays)
const others = Array.from({ length: 10 }, (_, i) => to(`silent${i}`).then(({ error }) => note(error!)))
await allAsked
const known = to('known').then(({ error }) => note(error!))
const file = readFile('/etc/hostname').then(() => note('file'))
await Promise.all([known, file, ...others])
console.log(JSON.stringify(ended))
process.exit()
