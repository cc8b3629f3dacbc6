import { dlopen, ptr } from 'bun:ffi'
import { once } from 'node:events'
import { connect } from 'node:net'

const { symbols: libc } = dlopen('libc.so.6', {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  listen: { args: ['i32', 'i32'], returns: 'i32' },
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
})

/**
 * A port of this machine that drops every packet. Its queue of connections is full, and nobody accepts a connection. A
 * server in JavaScript accepts every connection, so this function opens the socket by the C library of Linux.
 */
export async function blackHole(): Promise<{ readonly port: number } & AsyncDisposable> {
  const [internet, stream] = [2, 1]
  const socket = libc.socket(internet, stream, 0)
  const address = new Uint8Array(16)
  address.set([internet, 0, 0, 0, 127, 0, 0, 1])
  const size = new Uint32Array([address.length])
  if (libc.bind(socket, ptr(address), address.length) !== 0 || libc.listen(socket, 0) !== 0)
    throw new Error('no port for the black hole')
  libc.getsockname(socket, ptr(address), ptr(size))
  const port = new DataView(address.buffer).getUint16(2)
  const onlyOne = connect(port, '127.0.0.1')
  await once(onlyOne, 'connect')
  return {
    port,
    async [Symbol.asyncDispose]() {
      onlyOne.destroy()
      libc.close(socket)
    },
  }
}
