import packageJson from '../../package.json' with { type: 'json' }
import { examine } from '../doctor/doctor.ts'
import { isEmail } from '../domain/email.ts'
import { command, optional, UsageError } from './command.ts'

export const doctor = command({
  name: 'doctor',
  summary:
    'Checks the address, certificate, proxy, mail, text messages, backup, disk, clock, permissions, settings, units and versions. It changes nothing. The exit code is 1 when something does not work.',
  options: {
    'mail-to': optional('ADDRESS', 'Sends a test message there. Without it, no mail is sent.'),
  },
  async run({ 'mail-to': mailTo }, { config, now, say }) {
    if (mailTo !== undefined && !isEmail(mailTo)) throw new UsageError('--mail-to must be an e-mail address')
    say('looking, for half a minute at most')
    const findings = await examine({ config, now }, { mailTo, bun: packageJson.engines.bun })
    return findings.map((finding) => ({ ...finding }))
  },
  line: ({ check, state, found, todo }) =>
    `${String(state).padEnd(5)} ${String(check).padEnd(12)} ${found}${todo === null ? '' : `. ${todo}`}`,
  failed: (results) => results.some(({ state }) => state === 'red'),
})
