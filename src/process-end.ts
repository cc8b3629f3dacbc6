/** How long to wait for the last output of a program after its end, in milliseconds. */
const lastBytesMs = 2_000

type Piped = Bun.Subprocess<Bun.SpawnOptions.Writable, 'pipe', 'pipe'>

/**
 * Resolves when a program has ended, with its exit code and its output. `printed` and `complaint` are null when the
 * output is not complete within two seconds of the end. On a busy machine, Bun 1.4.5 sometimes never notices that the
 * pipes were closed. Another program that inherited the pipes has the same effect.
 */
export async function endOf({ exited, stdout, stderr }: Piped): Promise<{
  readonly code: number
  readonly printed: string | null
  readonly complaint: string | null
}> {
  const texts = Promise.all([new Response(stdout).text(), new Response(stderr).text()])
  const code = await exited
  let timer: Timer | undefined
  const late = new Promise<[null, null]>((resolve) => {
    timer = setTimeout(() => resolve([null, null]), lastBytesMs)
  })
  const [printed, complaint] = await Promise.race([texts, late])
  clearTimeout(timer)
  return { code, printed, complaint }
}
