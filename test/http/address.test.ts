import { expect, test } from 'bun:test'
import { callerAddress, isLoopback, networkOf, parseAddress } from '../../src/http/address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['2001:DB8:0001:0002:0:0:0:7', '2001:db8:1:2::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:c000:201]:443', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80::1'],
])('the text %p is read as the address %s', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

test.each([
  '',
  'unknown',
  'localhost',
  '<script>',
  '_hidden',
  '192.0.2',
  '192.0.2.256',
  '0x7f.0.0.1',
  '192.0.2.010',
  '2130706433',
  '192.0.2.1:8080:1',
  '2001:db8::7::',
  '[192.0.2.1',
  '2001:db8::7]',
])('the text %p is not an IP address', (text) => {
  expect(parseAddress(text)).toBeUndefined()
})

test('an IPv6 address belongs to a network of 64 bits and to a larger network of 48 bits', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6', 64)).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2:3:4:5:6', 48)).toBe('2001:db8:1::/48')
  expect(networkOf('2001:db8::1', 64)).toBe('2001:db8::/64')
  expect(networkOf('2001:db8:0:1::1', 64)).not.toBe(networkOf('2001:db8::1', 64))
  expect(networkOf('2001:db8:0:1::1', 48)).toBe(networkOf('2001:db8::1', 48))
  expect(networkOf('::1', 64)).toBe('::/64')
})

test('an IPv4 address counts as its own network, also when it is written inside an IPv6 address', () => {
  for (const prefix of [48, 64] as const) {
    expect(networkOf('192.0.2.1', prefix)).toBe('192.0.2.1')
    expect(networkOf('::ffff:192.0.2.1', prefix)).toBe('192.0.2.1')
  }
})

test('a text that is not an IP address counts as its own network', () => {
  expect(networkOf('unknown', 64)).toBe('unknown')
})

test('only the addresses of this machine itself are loopback addresses', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect(isLoopback(address)).toBe(true)
  for (const address of [
    '',
    'localhost',
    '192.0.2.1',
    '10.0.0.1',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    '1127.0.0.1',
  ])
    expect(isLoopback(address)).toBe(false)
})

test('the caller’s address comes from the named header, from the last proxy, or else from the connection', () => {
  const request = new Request('http://localhost', {
    headers: { 'X-Real-IP': '192.0.2.7', 'X-Forwarded-For': '192.0.2.8, 192.0.2.9', 'X-Odd': 'me' },
  })
  const address = (header: string | undefined, connection?: string) =>
    callerAddress(request, header, () => connection)
  expect(address(undefined, '127.0.0.1')).toBe('127.0.0.1')
  expect(address('X-Real-IP', '127.0.0.1')).toBe('192.0.2.7')
  expect(address('X-Forwarded-For', '127.0.0.1')).toBe('192.0.2.9')
  expect(address('X-Odd', '127.0.0.1')).toBe('127.0.0.1')
  expect(address('X-Missing')).toBe('unknown')
})
