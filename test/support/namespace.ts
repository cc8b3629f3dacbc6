/** Runs a process with its own network and its own mounts, by unshare(1). */
import { dlopen, FFIType, ptr } from 'bun:ffi'

/** Root needs no user namespace. Other users get a user namespace when their system allows it. */
export const unshare = [
  'unshare',
  ...(process.getuid!() === 0 ? [] : ['--map-root-user']),
  '--net',
  '--mount',
] as const

export const canUnshare = (): boolean =>
  Bun.which('unshare') !== null && Bun.spawnSync([...unshare, 'mount', '--bind', '/dev', '/mnt']).success

/**
 * Runs a script of the tests in its own network. Returns the last line of its output, parsed as JSON. @throws when it
 * fails.
 */
export function apart<T>(script: string, ...words: string[]): T {
  const command = [...unshare, process.execPath, '--no-env-file', `test/support/${script}`, ...words]
  const { stdout, stderr, success } = Bun.spawnSync(command, { stderr: 'pipe' })
  if (!success || stderr.length > 0) throw new Error(`${script}: ${stderr}`)
  return JSON.parse(stdout.toString().trim().split('\n').at(-1)!)
}

/** Switches on the network device by which a machine talks to itself (netdevice(7)). */
export function loopbackUp(): void {
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    ioctl: { args: [FFIType.i32, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
  })
  const [AF_INET, SOCK_DGRAM, SIOCSIFFLAGS, IFF_UP] = [2, 2, 0x8914, 1]
  const request = new Uint8Array(40)
  request.set(new TextEncoder().encode('lo'))
  request[16] = IFF_UP
  if (symbols.ioctl(symbols.socket(AF_INET, SOCK_DGRAM, 0), SIOCSIFFLAGS, ptr(request)) !== 0)
    throw new Error('the loopback device could not be switched on')
}
