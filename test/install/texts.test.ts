import { expect, test } from 'bun:test'
import { emailIn, siteText, withImport, withoutImport } from '../../src/install/caddy.ts'
import { setupLinkIn } from '../../src/install/running.ts'
import { readSettings, withSettings } from '../../src/install/settings-file.ts'
import { type InstallOptions, wanted } from '../../src/install/wanted.ts'

const guide = await Bun.file('src/install/README.md').text()
const nobody = () => undefined
const asked: InstallOptions = { domain: undefined, email: undefined, ownAuthority: false, set: {} }
const empty = { settings: '', site: '' }

test('settings are read as systemd reads them', () => {
  expect(readSettings(`# A=0\nA=1\nB='x y'\nC="say \\"hi\\" \\$5"\nD=a\\ b\n\nA=2\nno assignment\n`)).toEqual(
    {
      A: '2',
      B: 'x y',
      C: 'say "hi" $5',
      D: 'a b',
    },
  )
})

test('a change of settings keeps comments, order and unchanged settings, and new values are read back unchanged', () => {
  const text = "# mine\nA=1\nMAIL_FROM='Praxis <p@example.org>'\nB=2"
  const odd = 'a "b" \\ $c #d'
  const changed = withSettings(text, { A: '1', MAIL_FROM: 'Praxis <p@example.org>', B: null, C: odd })
  expect(changed).toStartWith("# mine\nA=1\nMAIL_FROM='Praxis <p@example.org>'\nC=")
  expect(readSettings(changed)).toEqual({ A: '1', MAIL_FROM: 'Praxis <p@example.org>', C: odd })
  expect(withSettings(changed, { C: odd })).toBe(changed)
})

test('the guide shows the same Caddy site that is installed', () => {
  const [, shown] = /```caddyfile\n([\s\S]*?)```/.exec(guide)!
  expect(shown).toBe(
    siteText({ domain: 'praxis.example.org', email: 'you@example.org', local: 'http://127.0.0.1:3000' }),
  )
})

test('the Caddy site is imported once in the Caddyfile, and can be removed again', () => {
  const main = ':80 {\n\tfile_server\n}\n'
  const imported = withImport(main)
  expect(imported).toBe(`${main}\nimport chairside.caddyfile\n`)
  expect(withImport(imported)).toBe(imported)
  expect(withoutImport(imported)).toBe(main)
  expect(withoutImport(main)).toBe(main)
  expect(withImport('')).toBe('import chairside.caddyfile\n')
})

test('a domain and an e-mail address are enough for an installation', () => {
  const want = wanted({ ...asked, domain: 'praxis.example.org', email: 'you@example.org' }, empty, nobody)
  expect(want.site).toEqual({
    domain: 'praxis.example.org',
    email: 'you@example.org',
    local: 'http://127.0.0.1:3000',
  })
  expect(readSettings(want.settings)).toEqual({
    PUBLIC_URL: 'https://praxis.example.org',
    CLIENT_ADDRESS_HEADER: 'X-Real-IP',
  })
})

test('the installation asks for a missing option, and names it when no person can answer', () => {
  const answers = ['praxis.example.org', 'you@example.org']
  expect(wanted(asked, empty, () => answers.shift()).site.email).toBe('you@example.org')
  expect(() => wanted(asked, empty, nobody)).toThrow('--domain')
  expect(() => wanted({ ...asked, domain: 'praxis.example.org' }, empty, nobody)).toThrow('--email')
})

test('§10 `install-service` can run again without harm: settings that exist stay, and no question is asked again.', () => {
  const settings = 'PUBLIC_URL=https://praxis.example.org\nCLIENT_ADDRESS_HEADER=Fly-Client-IP\nPORT=3100\n'
  for (const email of ['you@example.org', null]) {
    const site = siteText({ domain: 'praxis.example.org', email, local: 'http://127.0.0.1:3100' })
    const want = wanted(asked, { settings, site }, nobody)
    expect(want.site).toEqual({ domain: 'praxis.example.org', email, local: 'http://127.0.0.1:3100' })
    expect(emailIn(siteText(want.site))).toBe(email)
    expect(want.settings).toStartWith(settings)
  }
})

test('§10 `install-service` refuses a setting that cannot be used before it writes anything.', () => {
  const good = { ...asked, domain: 'praxis.example.org', email: 'you@example.org' }
  expect(() => wanted({ ...good, set: { PORT: 'x' } }, empty, nobody)).toThrow('PORT')
  for (const domain of ['praxis example', 'praxis.example.org/x', '192.0.2.1', 'a {\n}'])
    expect(() => wanted({ ...good, domain }, empty, nobody)).toThrow('PUBLIC_URL')
  expect(() => wanted({ ...good, email: 'you@example.org {' }, empty, nobody)).toThrow('--email')
})

test('the newest setup link is found in the output of the service', () => {
  const [old, link] = ['https://p.example/setup#cl_old', 'https://p.example/setup#cl_new']
  expect(setupLinkIn(`{"msg":"x"}\n  ${old}\n\n  ${link}\n`)).toBe(link)
  expect(setupLinkIn('chairside is listening')).toBeUndefined()
})
