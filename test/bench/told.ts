/** Counts the acts in the audit trail. A service that does not record some acts would look too fast. */
import { Database } from 'bun:sqlite'

/** The wait before the rows are counted, in milliseconds. Rows may be written up to a quarter of a second late. */
const settleMs = 400

/**
 * Runs a load, and compares its answers with the trail afterwards. `mayRepeat` requests may have changed nothing, which
 * leaves no act. @throws when the trail lacks an act, or has an additional act.
 */
export async function tellingOf<T extends { readonly latencies: Float64Array }>(
  path: string,
  action: string,
  load: () => Promise<T>,
  { mayRepeat = 0, patienceMs = 20_000 }: { mayRepeat?: number | undefined; patienceMs?: number } = {},
): Promise<T> {
  await Bun.sleep(settleMs)
  const before = actsIn(path, action)
  const made = await load()
  const wanted = made.latencies.length
  const until = performance.now() + patienceMs
  for (;;) {
    await Bun.sleep(settleMs)
    const found = actsIn(path, action) - before
    if (found <= wanted && found >= wanted - mayRepeat) return made
    if (found > wanted || performance.now() > until)
      throw new Error(`the trail has ${found} acts "${action}" of a load of ${wanted}`)
  }
}

/**
 * How many requests of this action the trail records. A row may be about several requests. The rows of one request are
 * counted once. An act on two records has two rows, and a row names at most 200 patients.
 */
function actsIn(path: string, action: string): number {
  using database = new Database(path, { readonly: true })
  database.run('pragma busy_timeout = 5000')
  return database
    .query<{ acts: number }, [string]>(
      `select coalesce(sum(times), 0) as acts
       from (select max(times) as times from audit where action = ? group by request_id)`,
    )
    .get(action)!.acts
}
