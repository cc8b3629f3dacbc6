/**
 * The longest that answers may be, in bytes. A change that needs more raises a number here, and gives the reason beside
 * it.
 */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { at, newChair, newEntry, newNote, newPatient } from '../support/records.ts'

// The answer of a day contains the cursor of the newest change: 24 or 25 bytes. Absences took 15 bytes. The answer of
// `GET /me` contains what calendar feeds show. The answer of a patient contains the consent to recalls. The own fields
// of the practice took 15 bytes.
const most = { me: 1_909, patient: 597, pageOfPatients: 26_800, entry: 647, note: 490, day: 20_150 }

test('answers of the API are no longer than their budgets', async () => {
  await using c = await clinic()
  const { call } = c.owner
  // The chair has a fixed name, because the usual name contains the number of chairs of all tests.
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
