import { beforeAll, expect, test } from 'bun:test'
import { Failure } from '../../src/desk/api/failure.ts'
import { startDraft } from '../../src/desk/parts/draft.ts'
import { mistakes } from '../../src/desk/parts/form.ts'
import type { Saved } from '../../src/desk/parts/typed.ts'
import { words } from '../../src/desk/words/words.ts'
import { en } from './words.ts'

beforeAll(() => {
  words.value = en
})

interface Fields {
  readonly title: string
  readonly notes: string
}

/**
 * A record on a server, which others change, too, and a draft of the record. The draft reads the record only after a
 * refusal.
 */
function shared() {
  let server: Saved<Fields> = { fields: { title: 'old', notes: '' }, version: 1 }
  let known = server
  const change = (changes: Partial<Fields>) => {
    server = { fields: { ...server.fields, ...changes }, version: server.version + 1 }
  }
  const draft = startDraft<Fields>(() => ({
    saved: () => known,
    send: (changes, version) => {
      if (version !== server.version) throw new Failure('precondition_failed', '')
      change(changes)
      known = server
    },
    readAgain: async () => {
      known = server
    },
  }))
  return { draft, change, saved: () => server.fields }
}

test('§19 When another member saved other fields of a form first, both changes stay.', async () => {
  const { draft, change, saved } = shared()
  draft.set({ notes: 'mine' })
  change({ title: 'theirs' })
  expect(await draft.save()).toBe(true)
  expect(saved()).toEqual({ title: 'theirs', notes: 'mine' })
  expect(draft.fields).toEqual(saved())
})

test('§19 When another member saved the same field first, the first press of Save says so, and the second press saves.', async () => {
  const { draft, change, saved } = shared()
  draft.set({ title: 'mine' })
  change({ title: 'theirs' })
  expect(await draft.save()).toBe(false)
  expect([draft.problem, draft.theirs('title')]).toEqual([words.value.forms.changedMeanwhile(), 'theirs'])
  expect(saved().title).toBe('theirs')
  expect(await draft.save()).toBe(true)
  expect(saved().title).toBe('mine')
})

test('a change by another member is overwritten at once when the form has shown it', async () => {
  const { draft, change, saved } = shared()
  draft.set({ title: 'mine' })
  change({ title: 'theirs' })
  await draft.save()
  change({ title: 'theirs again' })
  await draft.save()
  expect(saved().title).toBe('theirs again')
  expect(await draft.overwrite()).toBe(true)
  expect(saved().title).toBe('mine')
})

test('a form shows its problem until somebody types, and again if the problem remains', async () => {
  const { draft, change } = shared()
  draft.set({ title: 'mine' })
  change({ title: 'theirs' })
  await draft.save()
  expect(draft.problem).not.toBe('')
  draft.set({ notes: 'more' })
  expect(draft.problem).toBe('')
  change({ title: 'theirs again' })
  await draft.save()
  expect(draft.problem).not.toBe('')
})

test('the error of a field is hidden when typing changes it to another error', async () => {
  const draft = startDraft<Fields>(() => ({
    saved: () => ({ fields: { title: '', notes: '' }, version: 0 }),
    send: () => {},
    check: ({ title }) => (title === '' ? { title: 'empty' } : title.length < 3 ? { title: 'short' } : {}),
  }))
  expect(await draft.save()).toBe(false)
  expect(draft.errorAt('title')).toBe('empty')
  draft.set({ title: 'a' })
  expect(draft.errorAt('title')).toBeUndefined()
  expect(await draft.save()).toBe(false)
  expect(draft.errorAt('title')).toBe('short')
})

test('an error from the server about several fields is hidden when one of the fields changes', async () => {
  const draft = startDraft<Fields>(() => ({
    saved: () => ({ fields: { title: '', notes: '' }, version: 0 }),
    send: () => {
      throw mistakes({ startAt: 'taken' })
    },
  }))
  draft.set({ title: 'mine' })
  expect(await draft.save()).toBe(false)
  expect(draft.errorAt('startAt')).toBe('taken')
  draft.set({ notes: 'later' })
  expect(draft.errorAt('startAt')).toBeUndefined()
})

test('a form whose record cannot be read is not sent', async () => {
  let sent = 0
  const draft = startDraft<Fields>(() => ({
    saved: () => ({ fields: { title: '', notes: '' }, version: 0 }),
    settled: async () => false,
    send: () => sent++,
  }))
  draft.set({ title: 'mine' })
  expect([await draft.save(), sent, draft.fields.title]).toEqual([false, 0, 'mine'])
})
