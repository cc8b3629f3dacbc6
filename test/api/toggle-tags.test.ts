import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { notFound, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { absentId, newPatient, newTag } from '../support/records.ts'

async function withTags(c: Clinic) {
  const { id } = await newPatient(c.owner.call)
  const tagIds: string[] = []
  for (const name of ['A', 'B', 'C']) tagIds.push((await newTag(c.owner.call, name)).id)
  const toggle = (tagId: string) => c.assistant.call('POST', `/api/v1/patients/${id}/tags/${tagId}`)
  const current = async () => success(await c.owner.call('GET', `/api/v1/patients/${id}`)).tagIds
  return { id, tagIds, toggle, current }
}

test('§4.1 A `POST` to a tag of a patient adds the tag when the patient does not have it. Otherwise it removes the tag.', async () => {
  await using c = await clinic()
  const { id, tagIds, toggle, current } = await withTags(c)
  const [tag] = tagIds as [string]
  expect(success(await toggle(tag))).toEqual({ id, tagIds: [tag] })
  expect(await current()).toEqual([tag])
  expect(success(await toggle(tag))).toEqual({ id, tagIds: [] })
  expect(await current()).toEqual([])
})

test("§2.1 `tagIds` lists the patient's tags in the order in which they were added.", async () => {
  await using c = await clinic()
  const { tagIds, toggle, current } = await withTags(c)
  const [a, b, d] = tagIds as [string, string, string]
  for (const tag of [d, a, b]) await toggle(tag)
  expect(await current()).toEqual([d, a, b])
  await toggle(d)
  expect(await current()).toEqual([a, b])
  expect(success(await toggle(d)).tagIds).toEqual([a, b, d])
  expect(success(await c.owner.call('GET', '/api/v1/patients')).patients[0].tagIds).toEqual([a, b, d])
})

test('the tags of a patient are in the order in which they were put on, also when row ids get more digits', async () => {
  await using c = await clinic()
  const { tagIds, toggle, current } = await withTags(c)
  for (let n = 0; n < 8; n++) {
    const other = await newPatient(c.owner.call)
    success(await c.owner.call('POST', `/api/v1/patients/${other.id}/tags/${tagIds[0]!}`))
  }
  const backwards = tagIds.toReversed()
  for (const tag of backwards) await toggle(tag)
  expect(await current()).toEqual(backwards)
})

test('a tag that is toggled twice leaves the tags of the patient as they were', async () => {
  await using c = await clinic()
  const { tagIds, toggle, current } = await withTags(c)
  const picks = fc.array(fc.constantFrom(...tagIds), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(picks, fc.constantFrom(...tagIds), async (picks, tag) => {
      for (const pick of picks) success(await toggle(pick))
      const before = await current()
      const once = success(await toggle(tag)).tagIds
      expect(new Set(once).symmetricDifference(new Set(before))).toEqual(new Set([tag]))
      expect(success(await toggle(tag)).tagIds.toSorted()).toEqual(before.toSorted())
    }),
    { numRuns: 30 },
  )
})

test('a toggle of a tag changes only the named patient', async () => {
  await using c = await clinic()
  const { tagIds, toggle } = await withTags(c)
  const other = await newPatient(c.owner.call)
  success(await toggle(tagIds[0]!))
  expect(success(await c.owner.call('GET', `/api/v1/patients/${other.id}`))).toEqual(other)
})

test('a toggle of a tag accepts ids in upper case', async () => {
  await using c = await clinic()
  const { id, tagIds, toggle } = await withTags(c)
  await toggle(tagIds[0]!)
  const path = `/api/v1/patients/${id.toUpperCase()}/tags/${tagIds[0]!.toUpperCase()}`
  expect(success(await c.owner.call('POST', path))).toEqual({ id, tagIds: [] })
})

test('a toggle with a patient or tag of another practice gets 404 and changes nothing', async () => {
  await using c = await clinic()
  const { id, tagIds, toggle, current } = await withTags(c)
  const [foreignPatient, foreignTag] = [await newPatient(c.stranger.call), await newTag(c.stranger.call, 'F')]
  for (const tag of ['x', absentId, foreignTag.id, id]) notFound(await toggle(tag))
  for (const patient of ['x', absentId, foreignPatient.id])
    notFound(await c.owner.call('POST', `/api/v1/patients/${patient}/tags/${tagIds[0]}`))
  notFound(await c.owner.call('POST', `/api/v1/patients/${foreignPatient.id}/tags/${foreignTag.id}`))
  expect(await current()).toEqual([])
  expect(success(await c.stranger.call('GET', `/api/v1/patients/${foreignPatient.id}`)).tagIds).toEqual([])
})

test('only POST toggles a tag of a patient, and other methods get 404', async () => {
  await using c = await clinic()
  const { id, tagIds, toggle, current } = await withTags(c)
  await toggle(tagIds[0]!)
  for (const method of ['DELETE', 'PUT', 'PATCH', 'GET'])
    notFound(await c.owner.call(method, `/api/v1/patients/${id}/tags/${tagIds[0]}`))
  expect(await current()).toEqual([tagIds[0]])
})
