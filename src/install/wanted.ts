import { type Config, ConfigError, loadConfig, localAddress, requireServable } from '../config.ts'
import { type CaddySite, emailIn } from './caddy.ts'
import { InstallError } from './host.ts'
import { places } from './places.ts'
import { readSettings, type SettingTexts, withSettings } from './settings-file.ts'

/** The options of the command line. */
export interface InstallOptions {
  readonly domain: string | undefined
  readonly email: string | undefined
  /** Whether Caddy makes certificates with an authority of its own, for a network without the internet. */
  readonly ownAuthority: boolean
  /** More settings, such as SMTP_URL. */
  readonly set: SettingTexts
}

/** The present state of the machine: the texts of two files. A text is empty when its file does not exist. */
interface Present {
  readonly settings: string
  readonly site: string
}

export interface InstallPlan {
  readonly settings: string
  readonly config: Config
  readonly site: CaddySite
}

/**
 * Plans the settings and the site of the installation. An option replaces the present value, and all other present
 * values stay. `ask` asks the person at the terminal, and returns undefined when there is nobody.
 * @throws InstallError when something is missing or cannot be used.
 */
export function wanted(
  asked: InstallOptions,
  present: Present,
  ask: (question: string) => string | undefined,
): InstallPlan {
  const before = readSettings(present.settings)
  const publicUrl = asked.domain
    ? `https://${asked.domain}`
    : before.PUBLIC_URL ||
      addressAt(ask('The domain that leads to this machine, such as praxis.example.org:'))
  const email = emailOf(asked, present, ask)
  const settings = withSettings(present.settings || heading, {
    PUBLIC_URL: publicUrl,
    CLIENT_ADDRESS_HEADER: before.CLIENT_ADDRESS_HEADER ?? 'X-Real-IP',
    ...(email === null && { NODE_EXTRA_CA_CERTS: places.authority }),
    ...asked.set,
  })
  const config = configIn(settings)
  return {
    settings,
    config,
    site: { domain: new URL(config.publicUrl!).host, email, local: localAddress(config) },
  }
}

function addressAt(domain: string | undefined): string {
  if (!domain) throw new InstallError('the domain is missing: add --domain praxis.example.org')
  return `https://${domain}`
}

const heading = '# The settings of chairside. All of them are in /opt/chairside/src/config/README.md.\n'

function emailOf(
  { email, ownAuthority }: InstallOptions,
  { site }: Present,
  ask: (question: string) => string | undefined,
) {
  if (ownAuthority) return null
  if (email === undefined) {
    const before = emailIn(site)
    if (before !== undefined) return before
  }
  const answered = email ?? ask('Your e-mail address, for the authority that issues the certificate:')
  if (answered === undefined || !/^[^\s@{}"]+@[^\s@{}"]+$/.test(answered))
    throw new InstallError(
      'the mail address for the certificate is missing: add --email you@example.org, or --own-authority where there is no internet',
    )
  return answered
}

/** The folders in which systemd looks for programs (systemd.exec(5), `PATH`). */
const systemdPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * The configuration that the service would read from the text of a settings file. @throws InstallError for a value
 * that cannot be used.
 */
export function configIn(settings: string): Config {
  try {
    const values = readSettings(settings)
    const config = loadConfig({ databasePath: places.database }, { PATH: systemdPath, ...values })
    requireServable(config)
    return config
  } catch (error) {
    if (error instanceof ConfigError) throw new InstallError(error.message)
    throw error
  }
}
