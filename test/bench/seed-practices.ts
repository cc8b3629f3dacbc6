/** Fills a file with many small practices. */
import { random } from '../../src/demo/random.ts'
import { addPatient, addPractice, type Seeded, seed } from './seed.ts'

/** How many patients each of the many practices has. */
export const patientsEach = 1_000

/** Practices with one chair and a thousand patients each. The n-th has the patients from `n * patientsEach` on. */
export async function seedPractices(path: string, count: number): Promise<[Seeded, ...Seeded[]]> {
  const seeded: Seeded[] = []
  const dice = random(4)
  await seed(path, async (store) => {
    for (let n = 0; n < count; n++) {
      const { practice, ...rest } = await addPractice(store, `Practice ${n}`, 1)
      await practice.write((tx) => {
        for (let i = 0; i < patientsEach; i++) addPatient(tx, dice, n * patientsEach + i)
      })
      seeded.push(rest)
    }
    return seeded[0]!
  })
  return seeded as [Seeded, ...Seeded[]]
}
