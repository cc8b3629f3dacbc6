import { formatInstant } from '../domain/time.ts'
import { createNote, editNote } from '../features/notes/actions.ts'
import { createPatient, editPatient, togglePatientTag } from '../features/patients/actions.ts'
import type { Practice } from '../store/store.ts'
import { afterthoughts, firstNames, lastNames, noteTexts } from './content.ts'
import type { Random } from './random.ts'

const patientCount = 240
const hour = 3_600_000
const day = 24 * hour

/** Insurers that everybody in Germany knows. */
const insurers = ['AOK Nordost', 'Techniker Krankenkasse', 'Barmer', 'DAK-Gesundheit']

/** Adds made-up patients, who came in the weeks before `now`. Resolves with their ids. */
export async function fillPatients(practice: Practice, dice: Random, now: number): Promise<string[]> {
  const created = Array.from({ length: patientCount }, (_, i) => {
    const firstName = dice.pick(firstNames)
    const lastName = dice.pick(lastNames)
    return createPatient(
      practice,
      {
        firstName,
        lastName,
        dob: formatInstant(now - (3 * 365 + dice.below(85 * 365)) * day).slice(0, 10),
        gender: dice.pick(['female', 'male', 'diverse', null]),
        email: dice.chance(0.8) ? `patient${i}@demo.example` : null,
        phoneMobile: dice.chance(0.7) ? `+49 1555 ${String(1_000_000 + dice.below(9_000_000))}` : null,
        address: `Lindenstraße ${1 + dice.below(120)}`,
        postcode: String(10_115 + dice.below(4_000)),
        town: 'Berlin',
        country: 'Germany',
        ownFields: [{ id: 'insurer', text: insurers[i % insurers.length]! }],
        notifyByEmail: dice.chance(0.8),
        notifyBySms: dice.chance(0.4),
      },
      now - (10 + dice.below(45)) * day,
    )
  })
  return (await Promise.all(created)).map(({ id }) => id)
}

/** Adds a patient twice, as happens at a busy desk: once with another spelling of the name. */
export async function fillDoubles(practice: Practice, now: number): Promise<void> {
  const known = { dob: '1979-05-04', phoneMobile: '+49 1555 3141592', country: 'Germany' }
  for (const [daysAgo, firstName] of [
    [40, 'Matthias'],
    [3, 'Mathias'],
  ] as const)
    await createPatient(practice, { firstName, lastName: 'Weber', ...known }, now - daysAgo * day)
}

/** The records from which the histories of patients are made. Instants are epoch milliseconds. */
interface Histories {
  readonly dice: Random
  /** The member who writes the notes. */
  readonly userId: string
  readonly patientIds: readonly string[]
  readonly tagIds: readonly string[]
  readonly now: number
}

/** Gives patients tags, a status and notes, some of which were edited later. */
export async function fillHistories(
  practice: Practice,
  { dice, userId, patientIds, tagIds, now }: Histories,
): Promise<void> {
  const writes = patientIds.map(async (patientId) => {
    const told = Array.from({ length: dice.below(4) }, (_, i) => ({
      text: dice.pick(noteTexts),
      at: now - (9 - i) * day,
    }))
    const status = dice.chance(0.7) ? dice.pick(['active', 'in_treatment', 'recall', 'inactive']) : undefined
    const carried = tagIds.filter(() => dice.chance(0.12))
    const revised = told.map(() => (dice.chance(0.35) ? dice.pick(afterthoughts) : undefined))
    const next = dice.chance(0.05)

    for (const tagId of carried) await togglePatientTag(practice, patientId, tagId, now)
    if (status !== undefined) await editPatient(practice, patientId, { status }, now - 8 * day)
    for (const [i, { text, at }] of told.entries()) {
      const isNext = next && i === told.length - 1
      const note = await createNote(practice, userId, patientId, { ...text, isNext }, at)
      const afterthought = revised[i]
      if (afterthought === undefined) continue
      const body = `${text.body} ${afterthought}`
      await editNote(practice, userId, patientId, note.id, { body }, at + hour)
    }
  })
  await Promise.all(writes)
}
