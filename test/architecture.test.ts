import { expect, test } from 'bun:test'
import { dirname, join, normalize } from 'node:path'

/**
 * The floors of the front desk, lowest first, with the packages that each may import. A floor is a folder. It imports
 * only itself and the floors below it. The lowest floor has the generated types of the API, which contain no code. The
 * texts in `words` use the codes of these types. `api` is above `words`, because it shows a text when a session has
 * ended. The server's clock is in `api`, because it is read from answers. Dialogs are above `base`, so they register
 * there, and `main.tsx` gives `api` the dialog that asks for a passkey.
 */
const floors: Record<string, readonly string[]> = {
  contract: [],
  words: ['@preact/signals'],
  api: ['@preact/signals', 'openapi-fetch'],
  base: ['preact', '@preact/signals'],
  live: ['@preact/signals'],
  parts: ['preact', '@preact/signals'],
  entrance: ['preact'],
  screens: ['preact', '@preact/signals'],
  shell: ['preact', '@preact/signals'],
}
const desk = 'src/desk'
const screens = `${desk}/screens`
const screenOf = (file: string) => (under(file, screens) ? file.split('/')[3]! : '')
const floorPaths = Object.keys(floors).map((floor) => `${desk}/${floor}`)

/**
 * The screens of the desk, lowest first, each with its doors. Doors are the files of a screen that other files may
 * import. A screen imports only screens before it in this list. A part that several screens need is on a floor below
 * the screens. Examples are the days of the board and the search for a patient.
 */
const doors: Record<string, readonly string[]> = {
  settings: ['all.ts', 'checklist-link.tsx', 'ever-booked.ts', 'open-absence.tsx'],
  'waiting-list': ['also-offered.tsx', 'book.ts', 'bring-back.ts', 'fits.tsx', 'waiting-list.tsx'],
  booking: ['open.tsx'],
  recalls: ['recalls.tsx'],
  board: ['accept-dialog.tsx', 'board.tsx', 'cancel-dialog.tsx'],
  patients: ['finder.tsx', 'merge-dialog.tsx', 'new-dialog.tsx', 'patients.tsx'],
  inbox: ['count.ts', 'inbox.tsx'],
  'day-sheet': ['day-sheet.tsx'],
}

/**
 * The rooms of the source, each with the paths and packages that its files may import. A room is a folder or a file.
 * The longest of these paths above a file is its room. `self` means the feature of the file. `node:` and `bun:` modules
 * may be imported only if they are listed.
 */
const rooms: Record<string, readonly string[]> = {
  'src/domain': ['src/domain', 'any-ascii'],
  // The paths of the program's own files.
  'src/program.ts': ['node:path'],
  // Waits for the end of a started program, and returns its output.
  'src/process-end.ts': [],
  db: [
    'db',
    'src/program.ts',
    'src/domain',
    'drizzle-orm',
    'drizzle-kit',
    'bun:sqlite',
    'bun:ffi',
    'node:fs',
    'node:path',
  ],
  // The folders of the store. Each may import only folders before it in this list.
  'src/store/engine': [
    'src/store/engine',
    'db',
    'src/domain',
    'drizzle-orm',
    'bun:sqlite',
    'node:fs',
    'node:path',
  ],
  'src/store/access': ['src/store/access', 'src/store/engine', 'db', 'src/domain', 'drizzle-orm'],
  'src/store/practice': ['src/store/practice', 'src/store/engine', 'db', 'src/domain', 'drizzle-orm'],
  'src/store/changes': ['src/store/changes', 'src/store/engine', 'db', 'src/domain', 'drizzle-orm'],
  'src/store/calendar': [
    'src/store/calendar',
    'src/store/engine',
    'src/store/access',
    'db',
    'src/domain',
    'drizzle-orm',
  ],
  'src/store/patients': [
    'src/store/patients',
    'src/store/engine',
    'src/store/calendar',
    'db',
    'src/domain',
    'drizzle-orm',
  ],
  'src/store/notices': [
    'src/store/notices',
    'src/store/engine',
    'src/store/practice',
    'src/store/calendar',
    'src/store/patients',
    'db',
    'src/domain',
    'drizzle-orm',
  ],
  'src/store/webhooks': ['src/store/webhooks', 'src/store/engine', 'db', 'src/domain', 'drizzle-orm'],
  'src/store/imports': ['src/store/imports', 'src/store/engine', 'db', 'src/domain', 'drizzle-orm'],
  'src/store/inbox': [
    'src/store/inbox',
    'src/store/engine',
    'src/store/notices',
    'db',
    'src/domain',
    'drizzle-orm',
  ],
  'src/store/archive': [
    'src/store/archive',
    'src/store/engine',
    'src/store/practice',
    'src/store/patients',
    'db',
    'src/domain',
    'drizzle-orm',
  ],
  'src/store/service': [
    'src/store/service',
    'src/store/engine',
    'src/store/practice',
    'src/store/notices',
    'db',
    'src/domain',
    'drizzle-orm',
    'bun:sqlite',
  ],
  'src/store/person': [
    'src/store/person',
    'src/store/engine',
    'src/store/practice',
    'src/store/calendar',
    'src/store/patients',
    'src/store/notices',
    'src/store/archive',
    'src/store/service',
    'db',
    'src/domain',
    'drizzle-orm',
  ],
  'src/store/audit': [
    'src/store/audit',
    'src/store/engine',
    'src/store/person',
    'db',
    'src/domain',
    'drizzle-orm',
  ],
  'src/store/transfer': [
    'src/store/transfer',
    'src/store/engine',
    'src/store/access',
    'src/store/practice',
    'src/store/changes',
    'src/store/person',
    'src/store/notices',
    'src/store/audit',
    'db',
    'src/domain',
    'drizzle-orm',
    'bun:sqlite',
  ],
  'src/store/verify': [
    'src/store/verify',
    'src/store/engine',
    'src/store/audit',
    'src/store/transfer',
    'db',
    'bun:sqlite',
  ],
  // The files directly in this folder connect the folders of the store.
  'src/store': ['src/store', 'db/open.ts', 'src/domain', 'bun:sqlite'],
  'src/http': [
    'src/http',
    'src/program.ts',
    'src/domain',
    'elysia',
    '@sinclair/typebox',
    '@elysiajs/swagger',
    'ipaddr.js',
    'node:crypto',
    'node:path',
    'node:zlib',
  ],
  'src/webauthn': [
    'src/webauthn',
    'src/http',
    'src/domain',
    '@sinclair/typebox',
    '@simplewebauthn/server',
    'reflect-metadata',
    'elysia',
  ],
  'src/pages': ['src/pages', 'src/messages'],
  // The front desk is a client of the API, so it may import no room of the server.
  ...Object.fromEntries(
    Object.values(floors).map((others, i) => [floorPaths[i]!, [...floorPaths.slice(0, i + 1), ...others]]),
  ),
  [desk]: [desk, 'preact'],
  'src/features': [
    'self',
    'src/features/calendar',
    'src/features/shared',
    'src/webauthn',
    'src/http',
    'src/store',
    'src/delivery',
    'src/messages',
    'src/domain',
    'elysia',
    '@sinclair/typebox',
    'date-holidays',
    'astronomia',
  ],
  // Series, the waiting list and the archive use this feature to write entries. It may import none of them.
  'src/features/calendar': [
    'src/features/calendar',
    'src/features/shared',
    'src/http',
    'src/store',
    'src/domain',
    '@sinclair/typebox',
  ],
  // An import writes its rows like forms, so it may use the features for patients and notes.
  'src/features/imports': [
    'src/features/imports',
    'src/features/calendar',
    'src/features/notes',
    'src/features/patients',
    'src/features/shared',
    'src/http',
    'src/store',
    'src/domain',
    '@sinclair/typebox',
    'csv-parse',
    'node:fs',
    'node:path',
    'node:stream',
  ],
  'src/features/shared': [
    'src/features/shared',
    'src/webauthn',
    'src/http',
    'src/store',
    'src/delivery',
    'src/domain',
    '@sinclair/typebox',
  ],
  'src/health': ['src/health', 'src/http', 'src/store', 'src/domain', 'elysia', 'prom-client', 'node:fs'],
  'src/backup': [
    'aws4fetch',
    'node:os',
    'src/backup',
    'src/process-end.ts',
    'src/program.ts',
    'src/config.ts',
    'src/health',
    'src/store',
    'src/domain',
    'db',
    'croner',
    'pino',
    'node:fs',
    'node:path',
  ],
  // Several servers (cells): the directory of practices, the router, and the practices that a cell serves.
  'src/cells': [
    'src/cells',
    'src/config.ts',
    'src/backup/owner',
    'src/health',
    'src/store',
    'src/domain',
    'pino',
    'package.json',
    'node:fs',
    'node:net',
    'node:path',
  ],
  // The move of a practice from one cell to another.
  'src/move': [
    'src/move',
    'src/program.ts',
    'src/config.ts',
    'src/backup',
    'src/cells',
    'src/delivery',
    'src/transfer',
    'src/store',
    'src/domain',
    'db',
    'pino',
    'package.json',
    'node:crypto',
    'node:fs',
    'node:path',
  ],
  'src/delivery': [
    'src/delivery',
    'src/domain',
    'nodemailer',
    'libphonenumber-js',
    'countries-and-timezones',
    'ipaddr.js',
    'node:crypto',
    'node:dns/promises',
    'node:fs',
    'node:https',
    'node:os',
    'node:net',
    'node:stream',
  ],
  'src/messages': ['src/messages', 'ical-generator'],
  'src/jobs': ['src/jobs', 'src/delivery', 'src/messages', 'src/store', 'src/domain', 'croner'],
  'src/demo': ['src/demo', 'src/features', 'src/http', 'src/store', 'src/domain', 'node:fs'],
  'src/app.ts': [
    'src/domain',
    'src/features',
    'src/webauthn',
    'src/http',
    'src/store',
    'src/delivery',
    'elysia',
    'package.json',
  ],
  'src/start': [
    'src/start',
    'src/domain',
    'node:fs',
    'src/server.ts',
    'src/config.ts',
    'src/jobs',
    'elysia',
    'pino',
    'node:util',
    'package.json',
  ],
  // The rules for rows of an archive, which refuse everything that the API refuses.
  'src/transfer/rules': [
    'src/transfer',
    'src/features',
    'src/http',
    'src/store',
    'src/domain',
    'db',
    '@sinclair/typebox',
  ],
  'src/transfer': ['src/transfer', 'src/store', 'src/domain', 'db/new-file.ts', 'node:fs', 'node:path'],
  'src/doctor': [
    'src/doctor',
    'src/config.ts',
    'src/backup',
    'src/cells',
    'src/health',
    'src/delivery',
    'src/store',
    'src/domain',
    'db',
    'node:fs',
    'node:os',
    'node:path',
    'node:tls',
  ],
  'src/cli': [
    'src/cli',
    'src/program.ts',
    'src/doctor',
    'src/config.ts',
    'src/install/settings-file.ts',
    'src/backup',
    'src/cells',
    'src/demo',
    'src/features',
    'src/move',
    'src/transfer',
    'src/webauthn',
    'src/store',
    'src/domain',
    'db',
    'node:fs',
    'node:path',
    'node:util',
    'node:readline',
    'package.json',
    'tldts',
  ],
  // The installer runs before any package is installed.
  'src/install': [
    'src/install',
    'src/process-end.ts',
    'src/backup/litestream.ts',
    'src/backup/trail/files.ts',
    'src/config.ts',
    'node:fs',
    'node:path',
    'node:util',
    'package.json',
  ],
  // The client for developers may import only the types of the API from the server.
  'src/client': ['src/client', `${desk}/contract`, 'openapi-fetch', 'standardwebhooks'],
  // Builds the executable, and is its first module.
  'src/executable': [
    'src/executable',
    'src/program.ts',
    'src/http/site.ts',
    'src/main.ts',
    'src/cli.ts',
    'node:fs',
    'node:os',
    'node:path',
  ],
  'src/config.ts': ['src/config', 'src/domain'],
  'src/config': ['src/config', 'src/domain', 'ipaddr.js', 'node:fs', 'node:path'],
}
/** The files that connect all parts of the program. They may import anything. */
const anything = ['src/main.ts', 'src/server.ts', 'src/cli.ts']

interface Import {
  readonly from: string
  readonly to: string
}

const files = [...new Bun.Glob('{src,db}/**/*.{ts,tsx}').scanSync('.')].sort()
const imports: Import[] = (await Promise.all(files.map(importsOf))).flat()

async function importsOf(from: string): Promise<Import[]> {
  const source = await Bun.file(from).text()
  const statements = source.matchAll(/^(?:import|export)\s+(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm)
  const later = source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [...statements, ...later].map(([, to]) => ({
    from,
    to: to!.startsWith('.') ? normalize(join(dirname(from), to!)) : to!,
  }))
}

const under = (path: string, place: string) => path === place || path.startsWith(`${place}/`)
const roomOf = (file: string) =>
  Object.keys(rooms)
    .filter((room) => under(file, room))
    .sort((a, b) => b.length - a.length)[0]
const featureOf = (file: string) => file.split('/').slice(0, 3).join('/')

test('every source file is in a room of the list above', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !anything.includes(file) && roomOf(file) === undefined)).toEqual([])
})

/** The table of rooms for `src/README.md`: the imports that each room may have, without modules of Bun and Node. */
function roomsTable(): string {
  const named = (places: readonly string[]) =>
    places.map((place) => `\`${place.replace('src/', '')}\``).join(', ')
  const rows = Object.entries(rooms).map(([room, allowed]) => {
    const others = allowed.filter(
      (place) => place !== room && place !== 'self' && !/^(node|bun):/.test(place),
    )
    const ours = others.filter((place) => under(place, 'src') || under(place, 'db'))
    return [named([room]), named(ours), named(others.filter((place) => !ours.includes(place)))]
  })
  const all = [['room', 'may import of ours', 'packages'], ...rows]
  const widths = [0, 1, 2].map((i) => Math.max(...all.map((cells) => cells[i]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  return [line(all[0]!), rule, ...all.slice(1).map(line)].join('\n')
}

test('the table of rooms in src/README.md is this one: `bun run rooms` writes it', async () => {
  const written = /^\| room +\| may import of ours[\s\S]*?(?=\n\n)/m
  const readme = await Bun.file('src/README.md').text()
  expect(readme).toMatch(written)
  if (process.env.WRITE_ROOMS === 'yes') await Bun.write('src/README.md', readme.replace(written, roomsTable))
  else expect(written.exec(readme)?.[0]).toBe(roomsTable())
})

test('every file imports only paths and packages that its room allows', () => {
  const forbidden = imports.filter(({ from, to }) => {
    if (anything.includes(from)) return false
    const allowed = rooms[roomOf(from)!]!
    return !allowed.some((place) => under(to, place === 'self' ? featureOf(from) : place))
  })
  expect(forbidden.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('other files import a screen of the desk only by its doors, and each door is used', () => {
  const entered = imports.filter(({ from, to }) => under(to, screens) && screenOf(from) !== screenOf(to))
  const known = Object.entries(doors).flatMap(([screen, its]) =>
    its.map((door) => `${screens}/${screen}/${door}`),
  )
  expect([...new Set(entered.map(({ to }) => to))].sort()).toEqual(known.sort())
})

test('a screen of the desk imports only screens below it', () => {
  const order = Object.keys(doors)
  const up = imports.filter(
    ({ from, to }) =>
      under(from, screens) &&
      under(to, screens) &&
      order.indexOf(screenOf(to)) > order.indexOf(screenOf(from)),
  )
  expect(up.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('no folder of the store may import a folder after it in the list of rooms', () => {
  const order = Object.keys(rooms).filter((room) => under(room, 'src/store'))
  expect(order.at(-1)).toBe('src/store')
  const up = order.flatMap((room, i) => order.slice(i + 1).filter((later) => rooms[room]!.includes(later)))
  expect(up).toEqual([])
})

test('no files import each other in a circle, not even for a type', () => {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) throw new Error([...path, file].join(' → '))
    if (done.has(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('every exported name is imported by another file or a test', async () => {
  const used = new Set<string>()
  for (const from of [...files, ...new Bun.Glob('test/**/*.{ts,tsx}').scanSync('.')]) {
    const source = await Bun.file(from).text()
    const resolved = (to: string) => normalize(join(dirname(from), to))
    const named = /^(?:import|export)\s(?:type )?\{([^}]*)\}\sfrom\s'(\.[^']+)'/gm
    for (const [, names, to] of source.matchAll(named))
      for (const name of names!.split(',')) {
        const its = name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0]
        used.add(`${resolved(to!)}: ${its}`)
      }
    // When a file is imported as a whole or by `import()`, all its names count as used.
    for (const [, to] of source.matchAll(/\* as \w+ from '(\.[^']+)'/g)) used.add(`${resolved(to!)}: all`)
    for (const [, to] of source.matchAll(/\bimport\(\s*'(\.[^']+)'/g)) used.add(`${resolved(to!)}: all`)
  }
  const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type) (\w+)/gm
  // The types of the API are generated, and drizzle reads the folder of tables. So their names need no import.
  const read = (file: string) => file === `${desk}/contract/openapi.ts` || under(file, 'db/schema')
  const unused: string[] = []
  for (const file of files.filter((file) => !read(file)))
    for (const [, name] of (await Bun.file(file).text()).matchAll(declaration))
      if (!used.has(`${file}: ${name}`) && !used.has(`${file}: all`)) unused.push(`${file}: ${name}`)
  expect(unused).toEqual([])
})

test('no object literal is spread into another object literal', async () => {
  const tests = [...new Bun.Glob('test/**/*.ts').scanSync('.')]
  for (const file of [...files, ...tests]) expect(await found(file, /\.{3}\{/g)).toEqual([])
})

test('no test uses `rejects` or `resolves` of `expect`, because immediates wait for the next timer there', async () => {
  for (const file of new Bun.Glob('test/**/*.ts').scanSync('.'))
    expect(await found(file, /\)\s*\.(rejects|resolves)\b/g)).toEqual([])
})

test('only the configuration reads environment variables, and only the store and `db` use the database', async () => {
  for (const file of files) {
    const source = await Bun.file(file).text()
    if (file !== 'src/config.ts')
      expect({ file, env: /process\.env|Bun\.env/.test(source) }).toEqual({ file, env: false })
    if (!under(file, 'src/store') && !under(file, 'db'))
      expect({ file, sql: /from 'bun:sqlite'/.test(source) }).toEqual({ file, sql: false })
  }
})

test('the domain reads no clock', async () => {
  for (const file of files.filter((file) => under(file, 'src/domain')))
    expect(await found(file, /Date\.now|new Date\(\)|Temporal\.Now/g)).toEqual([])
})

test('the domain names neither HTTP nor a framework, also not in comments', async () => {
  // `any-ascii`, a table of letters, is the only package that the domain may import.
  const packages = imports.filter(
    ({ from, to }) => under(from, 'src/domain') && !to.startsWith('src/') && to !== 'any-ascii',
  )
  expect(packages).toEqual([])
  const words =
    /\b(Request|Response|Headers|HTTP|[Ee]lysia|[Rr]out(er|e)s?|[Ee]ndpoints?)\b|\banswers [1-5]\d\d\b/g
  for (const file of files.filter((file) => under(file, 'src/domain')))
    expect(await found(file, words)).toEqual([])
})

test('the domain and the features have no loops without an end condition', async () => {
  const endless = /\bfor \([^;)]*;\s*;|\bwhile \((true|1)\)/g
  for (const file of files.filter((file) => under(file, 'src/domain') || under(file, 'src/features')))
    expect(await found(file, endless)).toEqual([])
})

test('no page of the desk or for patients makes HTML from a text', async () => {
  const ways = /\b(inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b|\bsetHTMLUnsafe\b|\beval\(/g
  const pages = files.filter((file) => under(file, 'src/pages') || under(file, desk))
  expect(pages.length).toBeGreaterThan(20)
  for (const file of pages) expect(await found(file, ways)).toEqual([])
})

/** All matches of a pattern in a file, each with the name of the file. */
const found = async (file: string, pattern: RegExp) =>
  ((await Bun.file(file).text()).match(pattern) ?? []).map((match) => `${file}: ${match}`)

test('the top level of the repository has only the listed files and folders, and dot-files', async () => {
  const { stdout } = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard'])
  const top = new Set(
    stdout
      .toString()
      .trim()
      .split('\n')
      .map((path) => path.split('/')[0]!),
  )
  const known = [
    ...['package.json', 'bun.lock', 'bunfig.toml', 'tsconfig.json', 'biome.json'],
    ...['src', 'db', 'test', 'litestream.yml', 'Dockerfile', 'fly.toml'],
    ...['README.md', 'CHANGELOG.md', 'LICENSE'],
  ]
  expect(top).toContain('src')
  expect([...top].filter((name) => !name.startsWith('.') && !known.includes(name))).toEqual([])
})
