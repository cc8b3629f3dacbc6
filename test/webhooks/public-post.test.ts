import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { isPublic, publicPost } from '../../src/delivery/public-post.ts'
import { urlTrouble } from '../../src/domain/webhook.ts'
import { apart, canUnshare } from '../support/namespace.ts'
import { scratch } from '../support/scratch.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'

const notPublic = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '127.1.2.3',
  ],
  ...[
    '169.254.169.254',
    '169.254.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
  ],
  ...[
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
  ],
  ...[
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::a00:1',
    '::7f00:1',
    '100::1',
  ],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
  ],
  ...[
    '64:ff9b:1::a00:1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
  ],
  ...[
    '2002:a00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
  ],
  ...['ff02::1', 'ff0e::1', '1::1', '4000::1', 'a000::1', 'localhost', '', 'x', '999.1.1.1'],
]

test('§32 No webhook request goes to an IP address that is not public.', async () => {
  expect(notPublic.length).toBeGreaterThan(60)
  expect(notPublic.filter(isPublic)).toEqual([])
  await using receiver = await webhookReceiver()
  for (const address of notPublic) {
    const post = publicPost({ networks: [], resolve: async () => [address] })
    const { status, error } = await post(receiver.url, {}, '{}', new AbortController().signal)
    expect([address, status, error]).toEqual([address, null, 'not_public'])
  }
  expect(receiver.got).toEqual([])
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])
    expect(isPublic(address)).toBe(true)
})

test('§32 The addresses of this machine never count as public.', async () => {
  const { networkInterfaces } = await import('node:os')
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter(isPublic)).toEqual([])
})

test("§32 The name of a webhook's host is resolved once in each delivery. When one of its addresses is not public, the delivery is refused.", async () => {
  await using receiver = await webhookReceiver()
  const signal = new AbortController().signal
  const answers = [
    [['8.8.8.8', '127.0.0.1'], 'not_public'],
    [['127.0.0.1', '8.8.8.8'], 'not_public'],
    [['8.8.8.8', '::ffff:10.0.0.1'], 'not_public'],
    [['8.8.8.8', 'fe80::1'], 'not_public'],
    [['8.8.8.8', '64:ff9b::7f00:1'], 'not_public'],
    [['8.8.8.8', '2002:7f00:1::'], 'not_public'],
    [['8.8.8.8', '0.0.0.0'], 'not_public'],
    [[], 'unknown_name'],
  ] as const
  for (const [addresses, error] of answers) {
    let asked = 0
    const resolve = async () => {
      asked++
      return addresses
    }
    expect(await publicPost({ networks: [], resolve })(receiver.url, {}, '{}', signal)).toEqual({
      status: null,
      error,
    })
    expect(asked).toBe(1)
  }
  // Each delivery resolves the name again. So a changed address of a name cannot get around the check.
  const answersOfName = [['8.8.8.8', '127.0.0.1'], ['127.0.0.1']]
  const rebound = publicPost({ networks: [], resolve: async () => answersOfName.shift()! })
  for (const _ of [1, 2])
    expect(await rebound(receiver.url, {}, '{}', signal)).toEqual({ status: null, error: 'not_public' })
  const failing = (code: string) => async () => Promise.reject(Object.assign(new Error('no'), { code }))
  for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
    expect(
      await publicPost({ networks: [], resolve: failing(code) })(receiver.url, {}, '{}', signal),
    ).toMatchObject({ error: 'unknown_name' })
  const silent = publicPost({ networks: [], resolve: () => new Promise(() => undefined), patienceMs: 50 })
  expect(await silent(receiver.url, {}, '{}', signal)).toEqual({ status: null, error: 'timeout' })
  expect(receiver.got).toEqual([])
})

test('§32 The certificate of a receiver must be for the name in its address, and a proxy in the environment is not used.', async () => {
  await using receiver = await webhookReceiver()
  const signal = new AbortController().signal
  process.env.HTTPS_PROXY = 'http://127.0.0.1:1'
  try {
    expect(await receiver.post(receiver.url, {}, '{}', signal)).toMatchObject({ status: 204, error: null })
    const other = receiver.url.replace('hooks.', 'other.')
    expect(await receiver.post(other, {}, '{}', signal)).toEqual({ status: null, error: 'bad_certificate' })
  } finally {
    delete process.env.HTTPS_PROXY
  }
})

test.skipIf(!canUnshare())(
  "§32 When no name server answers for a webhook's host, no other webhook and no other work is held up.",
  () => {
    const ended = apart<string[]>('silent-names.ts', mkdtempSync(join(scratch, 'names-')))
    expect(ended.slice(0, 2).sort()).toEqual(['file', 'not_public'])
    expect(ended.slice(2)).toEqual(Array(10).fill('timeout'))
  },
)

test("§32 At most 64 KiB of a receiver's answer are read.", async () => {
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  // The answer has one byte more than the service reads, and never ends.
  const start = (controller: ReadableStreamDefaultController) =>
    controller.enqueue(new Uint8Array(64 * 1024 + 1))
  const endless = () => new Response(new ReadableStream({ start, cancel: () => resolve() }))
  await using receiver = await webhookReceiver(endless)
  const { address, authority } = receiver.way
  const post = publicPost({
    networks: ['127.0.0.0/8'],
    resolve: async () => [address],
    ca: authority,
    patienceMs: 3_600_000,
  })
  expect(await post(receiver.url, {}, '{}', AbortSignal.timeout(20_000))).toMatchObject({ status: 200 })
  await cut
})

test('§32 The address of a webhook is https with the name of a host, on port 443 or 8443.', () => {
  const refused = [
    ...[
      'http://example.org',
      'ftp://example.org',
      'https://example.org:444',
      'https://example.org:22',
      'example.org',
    ],
    ...[
      'https://127.0.0.1',
      'https://2130706433',
      'https://0x7f.1',
      'https://0177.0.0.1',
      'https://[::1]',
      'https://127.1',
    ],
    ...[
      'https://[::ffff:10.0.0.1]',
      'https://localhost',
      'https://LOCALHOST.',
      'https://a.localhost',
      'https://u:p@example.org',
    ],
    ...[
      'https://u@example.org',
      'https://example.org#x',
      'https://',
      '',
      'https://１２７.0.0.1',
      'https://169.254.169.254/latest',
    ],
  ]
  expect(refused.filter((url) => urlTrouble(url) === null)).toEqual([])
  for (const url of [
    'https://example.org',
    'https://example.org:443/x?y=1',
    'https://example.org:8443',
    'https://bücher.example/',
  ])
    expect(urlTrouble(url)).toBeNull()
})
