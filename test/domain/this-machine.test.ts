import { expect, test } from 'bun:test'
import { isThisMachine } from '../../src/domain/this-machine.ts'

const hostIn = (url: string) => new URL(url).hostname

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.7', '[::1]', '[0:0:0:0:0:0:0:1]'])(
  '%s is this machine',
  (host) => {
    expect(isThisMachine(hostIn(`http://${host}:25`))).toBe(true)
  },
)

test.each([
  'localhost.example.org',
  'mail.localhost',
  '127.example.org',
  '127.0.0.1.example.org',
  '10.0.0.1',
  '0.0.0.0',
  '[::]',
  '[fe80::1]',
  '[2001:db8::1]',
  'mail.example.org',
])('%s may be another machine', (host) => {
  for (const scheme of ['http', 'smtp']) expect(isThisMachine(hostIn(`${scheme}://${host}:25`))).toBe(false)
})
