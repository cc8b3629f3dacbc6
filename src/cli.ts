/** `bun run chairside <command>`: what is done on the machine itself. Works beside a running server. */
import { parseArgs } from 'node:util'
import { DatabaseUnusable, openDatabase } from '../db/open.ts'
import { backUpNow, restoreTo, verifyNow } from './backup/commands.ts'
import { BackupError, type Say } from './backup/litestream.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { makeDemo } from './demo/open.ts'
import { isEmail } from './domain/email.ts'
import { lookupId, newId } from './domain/id.ts'
import { packNames, packTemplates } from './domain/pack.ts'
import { Problem } from './domain/problem.ts'
import { secretKinds } from './domain/secrets.ts'
import { formatInstant, isTimeZone, parseInstant } from './domain/time.ts'
import { reissueLink } from './features/members/actions.ts'
import { openEnrolmentLink } from './features/shared/access.ts'
import { createPractice } from './features/shared/create-practice.ts'
import { createToken } from './features/tokens/actions.ts'
import { createStore, type Store } from './store/store.ts'
import { DatabaseUnavailable } from './store/trouble.ts'
import { enrolmentUrl, type Site } from './webauthn/site.ts'

const usage = `usage: bun run chairside <command> [--json]

  practice create --name NAME --timezone ZONE --owner-name NAME --owner-email EMAIL [--pack ${packNames.join('|')}]
                     makes a practice with its first owner, and a link by which the owner signs in
  token create --email EMAIL --name LABEL [--days 90] [--practice ID]
                     makes an API token for a member; it is shown once
  link --email EMAIL [--practice ID]
                     makes a link by which a member who has lost every passkey signs in again; passkeys and
                     sessions he had are good for nothing from then on
  demo               fills an empty database with a made-up practice
  backup now --to FILE
                     writes a consistent copy of the database
  backup verify      restores what was streamed, reads it through and compares it with the database
  restore --to FILE [--at TIME]
                     restores what was streamed, as it was at that time, into a new file

--practice is needed only where several practices have a member with the e-mail address.
--json prints one JSON object on standard output and nothing else. DATABASE_PATH names the database, PUBLIC_URL
the address in links.`

/** A mistake in how we were called. */
class UsageError extends Error {}

type Options = Readonly<Record<string, string | undefined>>
type Result = Readonly<Record<string, string | number>>

interface Takes {
  /** Required options, then optional ones. */
  readonly takes: readonly [readonly string[], readonly string[]]
}

interface Command extends Takes {
  run(store: Store, options: Options, now: number, site: Pick<Site, 'origin'>): Promise<Result>
}

/** About the file rather than what is in it: these open it themselves, or have none to open. */
interface FileCommand extends Takes {
  runOnFile(config: Config, options: Options, now: () => number, say: Say): Promise<Result>
}

const commands: Record<string, Command | FileCommand> = {
  'practice create': {
    takes: [['name', 'timezone', 'owner-name', 'owner-email'], ['pack']],
    run: async (store, options, now, site) => {
      const pack = packNames.find((name) => name === (options.pack ?? 'general'))
      if (pack === undefined) throw new UsageError(`--pack must be one of ${packNames.join(', ')}`)
      if (!isTimeZone(options.timezone!))
        throw new UsageError('--timezone must be an IANA time zone, such as Europe/Berlin')
      const email = options['owner-email']!
      if (!isEmail(email)) throw new UsageError('--owner-email must be an e-mail address')
      if (store.identity.membersByEmail(email).length > 0)
        throw new UsageError('--owner-email belongs to a member of a practice already')
      const owner = { id: newId(now), name: filled(options, 'owner-name'), email }
      const name = filled(options, 'name')
      const practice = {
        name,
        timezone: options.timezone!,
        pack: packTemplates[pack],
        workingHours: null,
        owner,
      }
      const practiceId = newId(now)
      const { secret } = await store.practices.of(practiceId).write((tx) => {
        createPractice(tx, practice, now)
        return openEnrolmentLink(tx, owner.id, now)
      })
      return { practiceId, ownerId: owner.id, setupUrl: enrolmentUrl(site, secret) }
    },
  },
  'token create': {
    takes: [
      ['email', 'name'],
      ['days', 'practice'],
    ],
    run: async (store, options, now) => {
      const { defaultDays, longestDays } = secretKinds.apiToken
      const wanted = options.days ?? String(defaultDays)
      const days = /^\d{1,3}$/.test(wanted) ? Number(wanted) : 0
      if (days < 1 || days > longestDays)
        throw new UsageError(`--days must be a whole number from 1 to ${longestDays}`)
      const { practiceId, userId } = memberOf(store, options)
      const practice = store.practices.of(practiceId)
      const { token, id, expiresAt } = await createToken(practice, userId, filled(options, 'name'), days, now)
      return { token, tokenId: id, expiresAt: formatInstant(expiresAt) }
    },
  },
  link: {
    takes: [['email'], ['practice']],
    run: async (store, options, now, site) => {
      const { practiceId, userId } = memberOf(store, options)
      const { secret, expiresAt } = await reissueLink(store.practices.of(practiceId), userId, now)
      return { url: enrolmentUrl(site, secret), expiresAt: formatInstant(expiresAt) }
    },
  },
  demo: {
    takes: [[], []],
    run: async (store, _, now) => {
      if (!store.identity.isEmpty()) throw new UsageError('the database holds a practice already')
      return makeDemo(store, now)
    },
  },
  'backup now': {
    takes: [['to'], []],
    runOnFile: async (config, { to }) => ({ file: to!, ...backUpNow(config, to!) }),
  },
  'backup verify': {
    takes: [[], []],
    runOnFile: async (config, _, now) => ({ ...(await verifyNow(config, now)) }),
  },
  restore: {
    takes: [['to'], ['at']],
    runOnFile: async (config, { to, at }, now, say) => {
      const instant = at === undefined ? undefined : parseInstant(at)
      if (at !== undefined && instant === undefined)
        throw new UsageError('--at must be a date and time with Z or an offset, such as 2026-11-21T09:30:00Z')
      if (instant !== undefined && instant > now()) throw new UsageError('--at lies in the future')
      return { file: to!, ...(await restoreTo(config, to!, { at: instant, say })) }
    },
  },
}

try {
  process.umask(0o077)
  const args = process.argv.slice(2)
  const json = args.includes('--json')
  await main(
    args.filter((arg) => arg !== '--json'),
    json,
  )
} catch (error) {
  if (!isMistake(error)) throw error
  console.error(`chairside: ${error.message}`)
  const isRefusal =
    error instanceof Problem || error instanceof BackupError || error instanceof DatabaseUnavailable
  process.exitCode = isRefusal ? 1 : 2
}

async function main(args: string[], json: boolean): Promise<void> {
  if (['help', '--help', '-h'].includes(args[0] ?? '')) return console.log(usage)
  const words = args.findIndex((arg) => arg.startsWith('-'))
  const name = args.slice(0, words === -1 ? args.length : words).join(' ')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new UsageError(`${name === '' ? 'no command' : `unknown command "${name}"`}\n\n${usage}`)
  const [required, optional] = command.takes
  const { values } = parseArgs({
    args: words === -1 ? [] : args.slice(words),
    options: {
      ...Object.fromEntries(
        [...required, ...optional].map((option) => [option, { type: 'string' as const }]),
      ),
    },
  })
  const options: Options = values
  const missing = required.filter((option) => options[option] === undefined)
  if (missing.length > 0)
    throw new UsageError(`${name} needs ${missing.map((option) => `--${option}`).join(', ')}`)

  const config = loadConfig({ databasePath: './data/chairside.db' })
  if ('runOnFile' in command) {
    const say = (line: string) => {
      if (!json) console.error(line)
    }
    print(await command.runOnFile(config, options, Date.now, say), json)
    return
  }
  // Whether or not this shell knows: a server beside us may be streamed.
  const store = createStore(openDatabase(config.databasePath, { replicated: true }))
  try {
    const site = { origin: () => config.publicUrl ?? `http://localhost:${config.port}` }
    print(await command.run(store, options, Date.now(), site), json)
  } finally {
    await store.close()
  }
}

/** The active member whom `--email`, and `--practice` where need be, name. */
function memberOf(store: Store, { email, practice }: Options) {
  const members = store.identity
    .membersByEmail(email!)
    .filter(({ practiceId }) => practice === undefined || practiceId === lookupId(practice))
  const [member] = members
  if (member === undefined) throw new UsageError('--email belongs to no member')
  if (members.length > 1)
    throw new UsageError(
      `--email belongs to members of several practices; say which by --practice: ${members.map(({ practiceId }) => practiceId).join(', ')}`,
    )
  if (!member.active) throw new UsageError('--email belongs to a member who is not active')
  return member
}

function print(result: Result, json: boolean): void {
  if (json) console.log(JSON.stringify(result))
  else for (const [key, value] of Object.entries(result)) console.log(`${key.padEnd(12)} ${value}`)
}

function filled(options: Options, name: string): string {
  const value = options[name]!.trim()
  if (value === '' || value.length > 200) throw new UsageError(`--${name} must have from 1 to 200 characters`)
  return value
}

/** What the operator can mend himself is told in one line; anything else is a fault of ours and shows its stack. */
function isMistake(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof DatabaseUnusable ||
    error instanceof DatabaseUnavailable ||
    error instanceof BackupError ||
    error instanceof Problem ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}
