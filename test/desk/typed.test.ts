import { expect, test } from 'bun:test'
import { startTyping } from '../../src/desk/parts/typed.ts'

const saved = (email: string, phone: string, version: number) => ({ fields: { email, phone }, version })

test('an untouched field shows what others save, and a field in which the member typed keeps the typed text', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  typed.follow(saved('old@b.example', '2', 2))
  expect(typed.fields.value).toEqual({ email: 'new@b.example', phone: '2' })
  expect([typed.changes(), typed.version()]).toEqual([{ email: 'new@b.example' }, 2])
  expect(typed.isContested('email')).toBe(false)
})

test('a typed field is contested only when another member has saved a different value in it', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  typed.follow(saved('theirs@b.example', '1', 2))
  expect(typed.isContested('email')).toBe(true)
  typed.follow(saved('new@b.example', '1', 3))
  expect([typed.isContested('email'), typed.isUnsaved()]).toEqual([false, false])
})

test('a value that another member saved in a contested field must be seen once before it is overwritten', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  expect(typed.hasUnseen()).toBe(false)
  typed.follow(saved('theirs@b.example', '1', 2))
  expect([typed.hasUnseen(), typed.hasUnseen()]).toEqual([true, false])
  typed.follow(saved('another@b.example', '1', 3))
  expect([typed.hasUnseen(), typed.hasUnseen()]).toEqual([true, false])
})

test('a member can take over the value that another member saved in a field, or discard all typed changes', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example', phone: '2' })
  typed.follow(saved('theirs@b.example', '1', 2))
  typed.drop(['email'])
  expect(typed.fields.value).toEqual({ email: 'theirs@b.example', phone: '2' })
  typed.drop()
  expect([typed.fields.value.phone, typed.isUnsaved()]).toEqual(['1', false])
})

test('spaces around a typed text do not count as a change', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: ' old@b.example ' })
  expect([typed.isUnsaved(), typed.changes()]).toEqual([false, {}])
})

test('a space that is typed at the end stays when the text is saved without it', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example ' })
  typed.wasSaved(saved('new@b.example', '1', 2), typed.fields.value)
  typed.follow(saved('new@b.example', '2', 3))
  expect(typed.fields.value).toEqual({ email: 'new@b.example ', phone: '2' })
})

test('a space that is typed before a text goes when the text is saved without it', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: ' new@b.example' })
  typed.wasSaved(saved('new@b.example', '1', 2), typed.fields.value)
  expect(typed.fields.value).toEqual({ email: 'new@b.example', phone: '1' })
})

test('text that is typed while a form is being saved stays', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  const sent = typed.fields.value
  typed.set({ phone: '3' })
  typed.wasSaved(saved('new@b.example', '1', 2), sent)
  expect(typed.fields.value).toEqual({ email: 'new@b.example', phone: '3' })
  expect(typed.changes()).toEqual({ phone: '3' })
})

test('a form for a new record is empty again after it was saved', () => {
  const typed = startTyping(saved('', '', 0))
  typed.set({ email: 'new@b.example', phone: '1' })
  typed.wasSaved(saved('', '', 0), typed.fields.value)
  expect(typed.fields.value).toEqual({ email: '', phone: '' })
})

test('typing the first value again does not overwrite an unseen value of another member', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ phone: '12' })
  typed.follow(saved('old@b.example', '9', 2))
  typed.set({ phone: '1' })
  expect([typed.isContested('phone'), typed.hasUnseen()]).toEqual([true, true])
  typed.follow(saved('new@b.example', '9', 3))
  expect([typed.fields.value.phone, typed.isContested('phone')]).toEqual(['1', true])
})
