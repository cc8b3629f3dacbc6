/**
 * Writes to one audit trail several times: `trail-writer.ts <database> <practice> <times>`. Prints a line after each
 * write.
 */
import { entries, openTrailed, record, trailWith } from './trails.ts'

const [path, practiceId, times] = process.argv.slice(2) as [string, string, string]
const store = openTrailed(path, trailWith(undefined, Date.now))
for (let written = 0; written < Number(times); ) {
  const batch = Array.from({ length: 8 }, () => record(store, practiceId, entries))
  await Promise.all(batch)
  written += batch.length
  console.log(written)
}
await store.close()
