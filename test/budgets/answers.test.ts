/** How long answers are at most, in bytes. A change that makes one longer raises the number here, with its reason beside it. */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { at, newChair, newEntry, newNote, newPatient } from '../support/records.ts'

// The day names its place in the changes: 25 bytes, or one less when the random number in it is short. Absences took 15. `GET /me`
// says what calendar feeds show, and a patient whether they want to be called again. The own fields of the practice took 15.
const most = { me: 1_909, patient: 597, pageOfPatients: 26_800, entry: 647, note: 490, day: 20_150 }

test('answers are no longer than they may be', async () => {
  await using c = await clinic()
  const { call } = c.owner
  // A name of its own, because the usual one counts the chairs of all tests.
  const { id: chairId } = await newChair(call, { name: 'Room 1' })
  const patients: { id: string }[] = []
  for (let i = 0; i < 50; i++)
    patients.push(
      await newPatient(call, {
        firstName: 'Zoë',
        lastName: 'Lindemann',
        dob: '1980-03-02',
        email: 'zoe@example.org',
        phoneMobile: '+49 1555 1000000',
        address: 'Lindenstraße 1',
      }),
    )
  for (let hour = 8; hour < 18; hour++)
    await newEntry(call, {
      chairId,
      patientId: patients[hour]!.id,
      title: 'Check-up',
      startAt: at(`${hour}`.padStart(2, '0').concat(':00')),
      endAt: at(`${hour}`.padStart(2, '0').concat(':30')),
    })
  const { id: patientId } = patients[0]!
  await newNote(call, patientId, { body: 'Plaque on the molars.' })
  const day = await call('GET', '/api/v1/day?date=2026-03-10')
  const entry = success(day).entries[0]
  const lengthOf = async (path: string) => {
    const answer = await call('GET', `/api/v1${path}`)
    success(answer)
    return Buffer.byteLength(answer.text)
  }
  const found = {
    me: await lengthOf('/me'),
    patient: await lengthOf(`/patients/${patientId}`),
    pageOfPatients: await lengthOf('/patients'),
    entry: await lengthOf(`/appointments/${entry.id}`),
    note: await lengthOf(`/patients/${patientId}/notes`),
    day: Buffer.byteLength(day.text),
  }
  const over = Object.entries(most).map(([name, bytes]) => [
    name,
    Math.max(bytes, found[name as keyof typeof found]),
  ])
  expect(Object.fromEntries(over)).toEqual(most)
})
