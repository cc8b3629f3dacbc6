import { expect, test } from 'bun:test'
import { startTyping } from '../../src/desk/parts/typed.ts'

const saved = (email: string, phone: string, version: number) => ({ fields: { email, phone }, version })

test('a field in which nobody typed holds what others save, and a typed one holds what was typed', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  typed.follow(saved('old@b.example', '2', 2))
  expect(typed.fields.value).toEqual({ email: 'new@b.example', phone: '2' })
  expect([typed.changes(), typed.version()]).toEqual([{ email: 'new@b.example' }, 2])
  expect(typed.isContested('email')).toBe(false)
})

test('a field is contested when somebody else saved something else in it, and only then', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  typed.follow(saved('theirs@b.example', '1', 2))
  expect(typed.isContested('email')).toBe(true)
  typed.follow(saved('new@b.example', '1', 3))
  expect([typed.isContested('email'), typed.isUnsaved()]).toEqual([false, false])
})

test('what others saved in a contested field must be seen once before it is overwritten', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  expect(typed.hasUnseen()).toBe(false)
  typed.follow(saved('theirs@b.example', '1', 2))
  expect([typed.hasUnseen(), typed.hasUnseen()]).toEqual([true, false])
  typed.follow(saved('another@b.example', '1', 3))
  expect([typed.hasUnseen(), typed.hasUnseen()]).toEqual([true, false])
})

test('one may take what others saved in a field, and give up everything', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example', phone: '2' })
  typed.follow(saved('theirs@b.example', '1', 2))
  typed.drop(['email'])
  expect(typed.fields.value).toEqual({ email: 'theirs@b.example', phone: '2' })
  typed.drop()
  expect([typed.fields.value.phone, typed.isUnsaved()]).toEqual(['1', false])
})

test('spaces around a text are no change', () => {
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

test('what is typed while a form is being saved stays', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ email: 'new@b.example' })
  const sent = typed.fields.value
  typed.set({ phone: '3' })
  typed.wasSaved(saved('new@b.example', '1', 2), sent)
  expect(typed.fields.value).toEqual({ email: 'new@b.example', phone: '3' })
  expect(typed.changes()).toEqual({ phone: '3' })
})

test('a form of something new holds afterwards what it held at first', () => {
  const typed = startTyping(saved('', '', 0))
  typed.set({ email: 'new@b.example', phone: '1' })
  typed.wasSaved(saved('', '', 0), typed.fields.value)
  expect(typed.fields.value).toEqual({ email: '', phone: '' })
})

test('what others saved is not overwritten unseen by typing back what stood there at first', () => {
  const typed = startTyping(saved('old@b.example', '1', 1))
  typed.set({ phone: '12' })
  typed.follow(saved('old@b.example', '9', 2))
  typed.set({ phone: '1' })
  expect([typed.isContested('phone'), typed.hasUnseen()]).toEqual([true, true])
  typed.follow(saved('new@b.example', '9', 3))
  expect([typed.fields.value.phone, typed.isContested('phone')]).toEqual(['1', true])
})
