/**
 * Starts a program that ends at once when this process ends, however this process ends. On Linux the kernel kills the
 * program, by the parent-death signal (PR_SET_PDEATHSIG(2const)), which `setpriv` of util-linux sets. Without
 * such a `setpriv`, a shell reads from this process, and kills the program when nothing can be read any more.
 *
 * Litestream without its server could send a commit that the next server does not have, and the backup would be
 * useless.
 * @throws when the program cannot be started.
 */
export function spawnTogether<
  In extends Bun.SpawnOptions.Writable,
  Out extends Bun.SpawnOptions.Readable,
  Err extends Bun.SpawnOptions.Readable,
>(command: string[], options: Bun.SpawnOptions.OptionsObject<In, Out, Err>): Bun.Subprocess<In, Out, Err> {
  const setpriv = findSetpriv()
  if (setpriv !== null) return Bun.spawn([setpriv, ...withSignal, ...unlessOrphaned, ...command], options)
  const child = Bun.spawn(command, options)
  const watch = Bun.spawn(['/bin/sh', '-c', `read -r _; kill -KILL ${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in a terminal must not end this shell.
    detached: true,
  })
  void child.exited.then(() => watch.kill('SIGKILL'))
  return child
}

const withSignal = ['--pdeathsig', 'KILL', '--']

/**
 * The kernel sends no signal when the parent ended before the program asked for it. So the program begins only if this
 * process still runs.
 */
const unlessOrphaned = ['/bin/sh', '-c', `[ "$PPID" = ${process.pid} ] && exec "$@"`, 'sh']

const found = new Map<string, boolean>()

/** The path of `setpriv`. Null when there is none, or when it does not know the parent-death signal, as in BusyBox. */
function findSetpriv(): string | null {
  const setpriv = Bun.which('setpriv')
  if (setpriv === null) return null
  if (!found.has(setpriv))
    found.set(setpriv, Bun.spawnSync([setpriv, ...withSignal, '/bin/sh', '-c', ':']).success)
  return found.get(setpriv) ? setpriv : null
}
