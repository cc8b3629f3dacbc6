import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { searchWords } from '../../src/domain/search.ts'
import { listPatients } from '../../src/store/patients/patient-list.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { createStore, type Practice } from '../../src/store/store.ts'
import { newRecords, patientRow } from '../store/records.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'

interface Options {
  /** How many searches of each kind are timed. */
  readonly pairs: number
  /** How many patients of the other practice have each known name. */
  readonly bearers: number
}

/**
 * A name that patients of the other practice have, and a name that nobody has. The two names differ only in their last
 * letter.
 */
interface Names {
  readonly known: string
  readonly unknown: string
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const below = (n: number): number => Math.floor(Math.random() * n)
const word = (length: number): string => Array.from({ length }, () => letters[below(26)]).join('')

/**
 * Measures whether the time of a search shows which names the patients of another practice have.
 *
 * One practice searches for names that none of its patients has. Half of these names are known in the other practice.
 * The two names of a pair are neighbours in every index, and chance decides which of them is known. So only the other
 * practice's patients can make a difference in time. `z` is the statistic of Wilcoxon's signed-rank test over the
 * pairs. When `z` is above 3 or below -3, the difference is not an accident.
 */
export async function searchPrivacyDrill({ pairs, bearers }: Options) {
  const store = createStore(openDatabase(freshDatabasePath()))
  const [own, neighbour] = [await newRecords(store), await newRecords(store)]
  const names = Array.from({ length: 200 }, namesOfPair)
  await addPatients(
    own.practice,
    Array.from({ length: 1_000 }, () => word(7)),
  )
  await addPatients(
    neighbour.practice,
    names.flatMap(({ known }) => Array<string>(bearers).fill(known)),
  )

  const time = (name: string): number => {
    const words = searchWords(name)
    const start = Bun.nanoseconds()
    const found = listPatients(own.practice.read, { words }, { limit: 50, offset: 0 })
    const end = Bun.nanoseconds()
    if (found.length > 0) throw new Error('The search found a patient. Use names that no patient has.')
    return end - start
  }
  for (let i = 0; i < 1_000; i++) time(names[i % names.length]!.unknown)

  const differences = Array.from({ length: pairs }, (_, i) => {
    const { known, unknown } = names[i % names.length]!
    if (below(2) === 0) return time(known) - time(unknown)
    const ofUnknown = time(unknown)
    return time(known) - ofUnknown
  })
  await store.close()
  return { pairs, bearers, medianDifferenceNs: median(differences), z: signedRank(differences) }
}

function namesOfPair(): Names {
  // The letters `qq` make these names different from the names of the searching practice's own patients.
  const stem = `qq${word(4)}`
  const [known, unknown] = below(2) === 0 ? ['a', 'b'] : ['b', 'a']
  return { known: stem + known, unknown: stem + unknown }
}

const addPatients = (practice: Practice, lastNames: readonly string[]): Promise<void> =>
  practice.write((tx) => {
    for (const lastName of lastNames) insertPatient(tx, patientRow(newId(monday), 'Ivo', lastName))
  })

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Wilcoxon's signed-rank statistic as a standard normal deviate. Differences of 0 are left out. */
function signedRank(differences: readonly number[]): number {
  const ranked = differences.filter((d) => d !== 0).sort((a, b) => Math.abs(a) - Math.abs(b))
  const n = ranked.length
  let sum = 0
  for (let from = 0; from < n; ) {
    let to = from
    while (to < n && Math.abs(ranked[to]!) === Math.abs(ranked[from]!)) to++
    // Equal differences get the mean of their ranks.
    for (let i = from; i < to; i++) sum += (Math.sign(ranked[i]!) * (from + 1 + to)) / 2
    from = to
  }
  return n === 0 ? 0 : sum / Math.sqrt((n * (n + 1) * (2 * n + 1)) / 6)
}
