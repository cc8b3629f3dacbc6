/**
 * The commands `install-service`, `upgrade-service` and `uninstall-service`. Root runs these commands on a Debian or
 * Ubuntu machine.
 */
import { parseArgs } from 'node:util'
import { type Host, InstallError, textOf, thisMachine } from './host.ts'
import { install } from './install.ts'
import { places } from './places.ts'
import { ownSource } from './program.ts'
import { uninstall } from './uninstall.ts'
import { upgrade } from './upgrade.ts'
import { configIn, wanted } from './wanted.ts'

const usage = `usage:
  bun run install-service [--domain DOMAIN] [--email EMAIL] [--set NAME=VALUE]… [--yes]
      --domain DOMAIN      the name that leads to this machine, such as praxis.example.org
      --email EMAIL        your address, for the authority that issues the certificate
      --own-authority      Caddy issues the certificate itself, for a network without the internet
      --without-caddy      you have a proxy of your own
      --set NAME=VALUE     one more setting, such as MAIL_FROM=praxis@example.org
      --first-boot         the object store is new and empty
      --yes                asks nothing
  bun run upgrade-service      changes to this version, or goes back when it does not work
  bun run uninstall-service    takes the service away and keeps the data`

const [act, ...args] = process.argv.slice(2)
try {
  if (process.getuid?.() !== 0) throw new InstallError('only root may do this: type sudo before the command')
  if (act === 'install') await runInstall(thisMachine, args)
  else if (act === 'upgrade') await runUpgrade(thisMachine)
  else if (act === 'uninstall') await uninstall(thisMachine)
  else throw new InstallError(usage)
} catch (error) {
  if (!(error instanceof InstallError)) throw error
  console.error(`chairside: ${error.message}`)
  process.exitCode = 1
}

async function runInstall(host: Host, args: string[]): Promise<void> {
  const values = readArgs(args)
  const asks = !values.yes && process.stdin.isTTY
  const asked = {
    domain: values.domain,
    email: values.email,
    ownAuthority: values['own-authority'] ?? false,
    set: Object.fromEntries((values.set ?? []).map(readAssignment)),
  }
  const present = { settings: textOf(host, places.settings), site: textOf(host, places.site) }
  const want = wanted(asked, present, (question) => (asks ? prompt(question)?.trim() : undefined))
  const { setupUrl, changed } = await install(host, want, {
    source: ownSource,
    caddy: !values['without-caddy'],
    firstBoot: values['first-boot'] ?? false,
  })
  host.say(changed ? `chairside runs at https://${want.site.domain}` : 'everything was right already')
  if (setupUrl === undefined)
    host.say('If there is no practice yet, type: systemctl restart chairside; journalctl -u chairside')
  else host.say(`\nOpen this address within 15 minutes to create the practice:\n\n  ${setupUrl}\n`)
  host.say('To check everything, type: chairside doctor')
}

async function runUpgrade(host: Host): Promise<void> {
  const settings = textOf(host, places.settings)
  if (settings === '') throw new InstallError('chairside is not installed here: type install-service instead')
  const { changed } = await upgrade(host, configIn(settings), ownSource)
  host.say(changed ? 'the new version runs and is ready' : 'this version runs already')
}

function readArgs(args: string[]) {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      options: {
        domain: text,
        email: text,
        set: { ...text, multiple: true },
        'own-authority': flag,
        'without-caddy': flag,
        'first-boot': flag,
        yes: flag,
      },
    }).values
  } catch (error) {
    throw new InstallError(`${(error as Error).message}\n\n${usage}`)
  }
}

function readAssignment(text: string): readonly [string, string] {
  const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(text) ?? []
  if (name === undefined) throw new InstallError(`--set takes NAME=VALUE, not "${text}"`)
  return [name, value!]
}
